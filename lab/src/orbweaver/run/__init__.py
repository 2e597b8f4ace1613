"""Starts programs, reads what they print, and stops them."""
