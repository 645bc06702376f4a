"""The models of counts."""
