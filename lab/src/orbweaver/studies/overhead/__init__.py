"""Paper 2: the bytes that a message takes on the wire."""
