"""The commands: thin, each one parses its options and hands over."""
