# SPDX-License-Identifier: Apache-2.0
"""Experiments that run a pipeline: how they run, and the charts and tables that they share."""
