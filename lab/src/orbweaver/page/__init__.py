"""The report: sections, one for each experiment, as one page, as Markdown, or as values."""
