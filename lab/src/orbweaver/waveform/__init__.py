# SPDX-License-Identifier: Apache-2.0
"""Runs the components of a waveform, and finds its recording."""
