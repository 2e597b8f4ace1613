"""What can be wrong with a machine or an installation."""
