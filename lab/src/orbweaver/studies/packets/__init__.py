"""Packets pushed into a port (papers 3 and 4): how they are measured and shown."""
