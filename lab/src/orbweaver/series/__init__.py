"""A series of runs: what was asked for, its plan, and its way to the end."""
