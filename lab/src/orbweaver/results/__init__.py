"""Reads a folder of results: what is there, what is broken, what was not run, as data frames."""
