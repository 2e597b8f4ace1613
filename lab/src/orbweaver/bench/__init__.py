# SPDX-License-Identifier: Apache-2.0
"""Measures messages: each peer against the limit of the machine, interleaved in one run."""
