"""Runs the components of a waveform, and finds its recording."""
