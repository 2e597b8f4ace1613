# SPDX-License-Identifier: Apache-2.0
"""Lines and bars of the figures of paper 2."""

from collections.abc import Sequence
from dataclasses import dataclass

from orbweaver.model.peer import colour_of

DASHES = {
    "collocated": "dot", "marshalled": "dash", "unix": "solid", "tcp": "dashdot", "shm": "longdash",
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """How a line looks, and the unit of its values."""

    colour: str
    dash: str = "solid"
    symbol: str = "circle"
    unit: str = ""


def line(
    name: str, x: Sequence[object], y: Sequence[float | None], style: Style
) -> dict[str, object]:
    """One line with marks."""
    return {
        "type": "scatter", "mode": "lines+markers", "name": name, "x": list(x), "y": list(y),
        "line": {"color": style.colour, "width": 2, "dash": style.dash},
        "marker": {"symbol": style.symbol, "size": 7, "color": style.colour},
        "hovertemplate": "%{x}: %{y:,.4~g}" + style.unit + "<extra>" + name + "</extra>",
    }  # fmt: skip


def way_style(peer: str, way: str, unit: str) -> Style:
    """The colour says the peer, the dashes the way."""
    return Style(colour_of(peer), DASHES.get(way, "solid"), unit=unit)
