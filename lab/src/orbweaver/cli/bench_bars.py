"""The table of bars: each with its ratio, what was wanted, and whether it is met."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench.bars import Row
from orbweaver.bench.ratios import Spread
from orbweaver.report.table import NONE


def show_bars(human: Console, rows: Sequence[Row]) -> None:
    """A line for each bar; below, why one has no value."""
    table = Table("bar", "pinning", "ratio", "middle half", "wanted", "", "ours", "limit")
    for row in rows:
        wanted = f"{'≤' if row.sense == 'at most' else '≥'} {row.bar:g}"
        verdict = Text("met", "green") if row.ok else Text("missed", "red")
        if row.ratio is None:
            table.add_row(row.name, row.pinning, NONE, NONE, wanted, verdict, NONE, NONE)
            continue
        table.add_row(
            row.name, row.pinning, f"{row.ratio.median:.3f}",
            f"{row.ratio.low:.3f} … {row.ratio.high:.3f}", wanted, verdict,
            _absolute(row.ours, row.unit), _absolute(row.limit, row.unit),
        )  # fmt: skip
    human.print(table)
    for row in rows:
        if row.reason:
            human.print(Text(f"{row.name}, {row.pinning}: {row.reason}"), soft_wrap=True)


def _absolute(value: Spread | None, unit: str) -> str:
    if value is None:
        return NONE
    if unit == "ns":
        return f"{value.median / 1000:.2f} µs"
    if unit == "ms":
        return f"{value.median:.1f} ms"
    return f"{value.median:,.0f}/s"
