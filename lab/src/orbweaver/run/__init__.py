# SPDX-License-Identifier: Apache-2.0
"""Starts programs, reads what they print, and stops them."""
