"""The window and the `perceptarium` command; everything that learns lives in `core`."""

__version__ = "0.1.0"
