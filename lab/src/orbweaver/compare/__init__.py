"""What changed between two folders of results, beyond what repetitions differ by themselves."""
