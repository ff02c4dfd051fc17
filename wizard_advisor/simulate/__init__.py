"""The simulator, compiled: all that deals cards and plays them out."""
