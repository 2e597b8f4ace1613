"""Experiments that run a pipeline: how they run, and the charts and tables that they share."""
