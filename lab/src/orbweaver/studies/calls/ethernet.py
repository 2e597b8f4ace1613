# SPDX-License-Identifier: Apache-2.0
"""What a message takes on an Ethernet, from what TCP carries for it."""

from math import ceil

FRAME_BYTES = 26
"""Preamble 8, addresses 12, type 2, checksum 4; as the paper counts."""
LARGEST_PACKET = 1500


def frames_on_ethernet(payload: float, headers: float) -> int:
    """Frames for so many bytes with headers of IP and TCP in each."""
    return max(1, ceil(payload / (LARGEST_PACKET - headers)))


def ethernet_bytes(payload: float, headers: float) -> float:
    """All bytes of these frames; acknowledgements ride on the messages of the other way."""
    return payload + frames_on_ethernet(payload, headers) * (headers + FRAME_BYTES)
