"""Lines and bars of the figures of paper 2."""

from collections.abc import Sequence

from orbweaver.model.peer import colour_of

DASHES = {
    "collocated": "dot", "marshalled": "dash", "unix": "solid", "tcp": "dashdot", "shm": "longdash",
}  # fmt: skip


def line(
    name: str,
    x: Sequence[object],
    y: Sequence[float | None],
    colour: str,
    dash: str = "solid",
    symbol: str = "circle",
    unit: str = "",
) -> dict[str, object]:
    """One line with marks."""
    return {
        "type": "scatter", "mode": "lines+markers", "name": name, "x": list(x), "y": list(y),
        "line": {"color": colour, "width": 2, "dash": dash},
        "marker": {"symbol": symbol, "size": 7, "color": colour},
        "hovertemplate": "%{x}: %{y:,.4~g}" + unit + "<extra>" + name + "</extra>",
    }  # fmt: skip


def way_line(
    name: str, orb: str, way: str, x: Sequence[object], y: Sequence[float | None], unit: str
) -> dict[str, object]:
    """The colour tells the ORB, the dashes the way."""
    return line(name, x, y, colour_of(orb), DASHES.get(way, "solid"), unit=unit)
