"""What every other package speaks of: modes, settings, peers, records of results, papers."""
