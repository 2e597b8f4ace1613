"""Paper 3: what real-time scheduling does for latency when others want the processor."""
