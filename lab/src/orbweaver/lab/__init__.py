"""What the lab measures: experiments, their theoretical floor, the published numbers."""
