# SPDX-License-Identifier: Apache-2.0
"""Curves as plotly takes them: a colour for each ORB, a dash for each way."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from orbweaver.page.colours import GREY

DASHES = {"unix": "solid", "tcp": "dash", "shm": "dot"}
BINS = 60


def curve(
    name: str, x: Sequence[float], y: Sequence[float], colour: str, dash: str = "solid"
) -> dict[str, object]:
    """Points joined by a line."""
    return {
        "type": "scatter", "mode": "lines+markers", "name": name, "x": list(x), "y": list(y),
        "line": {"color": colour, "width": 2, "dash": dash},
        "marker": {"size": 5, "color": colour},
        "hovertemplate": "%{x}: %{y:.4g}<extra>" + name + "</extra>",
    }  # fmt: skip


SHADES = (("#5f6570", "solid", "circle"), (GREY, "dash", "square"),
          ("#a9adb6", "dashdot", "diamond"), ("#767b86", "dot", "triangle-up"))  # fmt: skip
"""Greys that are seen on light and on dark, each with a dash and a mark of its own."""


def level(name: str, label: str, x: Sequence[float], y: float, place: int) -> dict[str, object]:
    """A published value that holds for a range, with its label.

    `place`: among the published ones, by value. Neighbours have their labels at opposite ends.
    """
    is_left = place % 2 == 1
    colour, dash, symbol = SHADES[place % len(SHADES)]
    return {
        "type": "scatter", "mode": "lines+markers+text", "name": name,
        "x": [min(x), max(x)], "y": [y, y],
        "text": [label, ""] if is_left else ["", label], "textfont": {"size": 10},
        "textposition": "bottom right" if is_left else "middle right",
        "line": {"color": colour, "width": 2, "dash": dash},
        "marker": {"color": colour, "size": 7, "symbol": symbol},
        "hovertemplate": f"{y:.4g}<extra>{name}</extra>",
    }  # fmt: skip


def distribution(name: str, values: Sequence[float], colour: str) -> dict[str, object]:
    """A histogram with classes that grow by a factor; each class's share in percent."""
    low, high = max(min(values), 0.1), max(values)
    growth = max(high / low, 1.01) ** (1 / BINS)
    edges = [low * growth**step for step in range(BINS + 1)]
    counts = [0] * BINS
    for value in values:
        # Rounding may put the last edge below the largest value, which belongs to the last class.
        counts[min(bisect_right(edges, max(value, low)), BINS) - 1] += 1
    centres = [(a * b) ** 0.5 for a, b in pairwise(edges)]
    shares = [100 * count / len(values) for count in counts]
    return {
        "type": "scatter", "mode": "lines", "name": name, "x": centres, "y": shares,
        "line": {"color": colour, "width": 2, "shape": "hvh"}, "fill": "tozeroy", "opacity": 0.8,
        "hovertemplate": "%{x:.3g} µs: %{y:.2f} %<extra>" + name + "</extra>",
    }  # fmt: skip


def published_mark(name: str, x: float, top: float) -> dict[str, object]:
    """A published mean in a histogram."""
    return {
        "type": "scatter", "mode": "lines", "name": name, "x": [x, x], "y": [0, top],
        "line": {"color": GREY, "width": 2, "dash": "dot"},
        "hovertemplate": f"{x:g} µs<extra>{name}</extra>",
    }  # fmt: skip


def dots(name: str, x: Sequence[float], y: Sequence[float], colour: str) -> dict[str, object]:
    """A scatter plot."""
    return {
        "type": "scatter", "mode": "markers", "name": name, "x": list(x), "y": list(y),
        "opacity": 0.6, "marker": {"size": 3, "color": colour},
        "hovertemplate": "packet %{x}: %{y:.4g} µs<extra>" + name + "</extra>",
    }  # fmt: skip
