"""Answers as text and as pictures."""
