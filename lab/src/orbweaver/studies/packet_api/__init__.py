"""Paper 4: packets of the JTRS Packet API between two hosts."""
