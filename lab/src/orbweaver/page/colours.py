"""A colour for each ORB, the same in every figure, readable on light and on dark."""

from collections.abc import Sequence

from orbweaver.results.group import Group

GREY = "#8b8f98"
"""What is published, and the floor."""

_COLOURS = {
    "orbweaver": "#d1495b",
    "omniorb": "#2a86ad",
    "jacorb": "#9a74c4",
    "tao": "#5b9a5a",
    "raw": "#7d7466",
    "zeromq": "#d98f2b",
}
_OTHERS = ("#b0578f", "#4a9c94", "#a1803c", "#6a7fd0", "#c4623f")


def colour_of(orb: str) -> str:
    """The colour of an ORB; an unknown one gets grey."""
    return _COLOURS.get(orb, GREY)


def shade_of(groups: Sequence[Group], place: int) -> str:
    """The colour of one of several groups: a further group of the same ORB has another."""
    orb = groups[place].first.orb
    before = sum(group.first.orb == orb for group in groups[:place])
    return colour_of(orb) if not before else _OTHERS[(before - 1) % len(_OTHERS)]
