# SPDX-License-Identifier: Apache-2.0
"""Axes that several figures share."""

from collections.abc import Iterable
from math import ceil, floor, log10

DECADES_APART = 100
"""Values that lie further apart have ticks at the powers of ten only."""


def log_axis(title: str, values: Iterable[float | None] = ()) -> dict[str, object]:
    """Factors look alike wherever they are; each tick has its whole number.

    `values` are what is drawn along it: where they lie close together, 2 and 5 have ticks, too.
    """
    drawn = [value for value in values if value is not None and value > 0]
    axis: dict[str, object] = {"title": {"text": title}, "type": "log", "exponentformat": "none"}
    if not drawn or max(drawn) > DECADES_APART * min(drawn):
        return axis | {"dtick": 1}
    decades = range(floor(log10(min(drawn))), ceil(log10(max(drawn))) + 1)
    ticks = [digit * 10.0**decade for decade in decades for digit in (1, 2, 5)]
    return axis | {"tickvals": ticks, "ticktext": [f"{tick:,.6g}" for tick in ticks]}
