"""Paper 2: the null call."""
