"""What the sections about packets pushed into ports share."""
