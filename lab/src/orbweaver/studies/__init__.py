"""Experiments that measure rows: how they run, and what their sections share."""
