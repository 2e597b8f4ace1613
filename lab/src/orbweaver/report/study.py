# SPDX-License-Identifier: Apache-2.0
"""A study on the terminal: one line for each of its rows."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from orbweaver.model.peer import title_of
from orbweaver.model.schema import StudyRow, StudyRun, StudyValue
from orbweaver.report.table import NONE

PARTS = ("p50", "p99")
"""Of a summary."""


def study_table(run: StudyRun, repeat: str = "") -> Table:
    """Coordinates first; of a summary the median and the tail. Samples stay in the file."""
    title = f"{run.experiment} with {title_of(run.orb)}{repeat} (paper {run.paper})"
    table = Table(title=title, title_justify="left")
    columns = _columns(run.rows)
    for key, part in columns:
        words = key if part is None else f"{key} {part}"
        table.add_column(words.replace("_", " "), overflow="fold")
    for row in run.rows:
        table.add_row(*(Text(_cell(row.get(key), part)) for key, part in columns))
    return table


def _columns(rows: Sequence[StudyRow]) -> list[tuple[str, str | None]]:
    found: dict[tuple[str, str | None], None] = {}
    for row in rows:
        for key, value in row.items():
            parts = PARTS if isinstance(value, dict) else (None,)
            found |= {} if isinstance(value, list) else dict.fromkeys((key, part) for part in parts)
    return list(found)


def _cell(value: StudyValue, part: str | None) -> str:
    if isinstance(value, dict):
        value = value.get(part) if part else None
    if value is None or isinstance(value, list):
        return NONE
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return str(value)
