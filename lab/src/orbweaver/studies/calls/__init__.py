"""Single calls (paper 2): how they are measured, and what their sections share."""
