"""Paper 3: latency against the size of a packet."""
