# SPDX-License-Identifier: Apache-2.0
"""The command-line tool of Orbweaver: run waveforms and experiments, record and explain them."""

__version__ = "0.2.0"
