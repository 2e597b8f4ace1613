"""Makes the helpers of this folder importable from the tests below it."""
