# SPDX-License-Identifier: Apache-2.0
"""Colours of figures: a peer has that of its record, the same in every figure."""

from collections.abc import Sequence

from orbweaver.model.peer import UNKNOWN_COLOUR, colour_of
from orbweaver.results.group import Group

GREY = UNKNOWN_COLOUR
"""What is published, and the floor."""

_OTHERS = ("#a1803c", "#6a7fd0", "#c4623f", "#6f8f3f", "#8a5a7a")


def shade_of(groups: Sequence[Group], place: int) -> str:
    """The colour of one of several groups: a further group of the same peer has another."""
    peer = groups[place].first.orb
    before = sum(group.first.orb == peer for group in groups[:place])
    return colour_of(peer) if not before else _OTHERS[(before - 1) % len(_OTHERS)]
