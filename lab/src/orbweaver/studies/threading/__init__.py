"""Paper 3: a thread for each connection, or a pool for all."""
