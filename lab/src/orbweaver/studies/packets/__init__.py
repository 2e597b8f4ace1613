# SPDX-License-Identifier: Apache-2.0
"""Packets pushed into a port (papers 3 and 4): how they are measured and shown."""
