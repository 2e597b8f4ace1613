"""Paper 3, section 3: what the clocks of this machine are worth for measuring."""
