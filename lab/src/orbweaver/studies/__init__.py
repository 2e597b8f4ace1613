# SPDX-License-Identifier: Apache-2.0
"""Experiments that measure rows: how they run, and what their sections share."""
