# SPDX-License-Identifier: Apache-2.0
"""The page of all sections, in each format, and the tables of the terminal."""
