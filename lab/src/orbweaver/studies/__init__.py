"""The experiments of papers 2 to 4, one folder each (see studies/study.py).

To add one: a folder here with a module `study` that has a constant `STUDY`. Nothing else has to be
told of it. An underscore in the folder's name is a hyphen in the study's.
"""
