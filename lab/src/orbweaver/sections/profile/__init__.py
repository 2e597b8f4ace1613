"""What the sections of paper 2 share."""
