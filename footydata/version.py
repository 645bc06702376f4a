"""The version of footydata, which every room may name."""

__version__ = "0.1.0"
