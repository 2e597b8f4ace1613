"""Start the programs of a pipeline, watch over them, and collect what they report."""
