"""The version of footydata; every module may import it."""

__version__ = "0.1.0"
