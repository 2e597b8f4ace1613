"""One component alone, tried by the program orbweaver-try."""
