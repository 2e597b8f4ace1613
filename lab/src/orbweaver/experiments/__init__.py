# SPDX-License-Identifier: Apache-2.0
"""The experiments, one folder each (see experiment.py).

To add one: a folder here with a module `experiment` that has a constant `EXPERIMENT`. It is named
nowhere else. An underscore in the folder's name is a hyphen in the experiment's.
"""
