# SPDX-License-Identifier: Apache-2.0
"""Equation 1 of paper 2, for the paper's machine and for this one."""

from orbweaver.model.published import papers

_ABOUT = papers().orb_marshalling_profile.data_rate


def bits_per_second(transfer_s: float, block: int) -> float:
    """What the longest transfer allows: each block carries its samples' share of symbols."""
    bits = block * _ABOUT.bits_per_symbol / _ABOUT.samples_per_symbol
    return bits / transfer_s


def transfer_s(cycles: float, mhz: float) -> float:
    """Seconds for so many cycles."""
    return cycles / (mhz * 1e6)
