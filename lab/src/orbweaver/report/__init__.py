"""The page of all sections, in each format, and the tables of the terminal."""
