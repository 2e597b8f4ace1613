"""What a section of the page is made of."""
