"""Paper 3: from the call until the data are available in the processing thread."""
