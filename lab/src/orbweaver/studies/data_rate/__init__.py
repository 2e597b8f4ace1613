"""Paper 2: equation 1."""
