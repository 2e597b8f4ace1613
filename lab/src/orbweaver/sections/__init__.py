"""The experiments as sections of the page, one module or folder each (see page/section.py).

To add one: a module here with a constant `SECTION`. Its name is the experiment's; nothing else
has to be told of it.
"""
