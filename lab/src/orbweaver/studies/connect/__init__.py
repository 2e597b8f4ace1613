"""Paper 2, table 2: the first call."""
