"""Policies compared and improved, and the cheat sheet."""
