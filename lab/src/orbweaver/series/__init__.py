# SPDX-License-Identifier: Apache-2.0
"""A series of runs: what was asked for, its plan, and its way to the end."""
