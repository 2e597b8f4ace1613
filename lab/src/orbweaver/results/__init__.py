# SPDX-License-Identifier: Apache-2.0
"""Reads a folder of results: what is there, what is broken, what was not run, as data frames."""
