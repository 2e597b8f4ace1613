"""Paper 2: basic, array and sequence of each type."""
