# SPDX-License-Identifier: Apache-2.0
"""Every value of the page as CSV, one on each line, with where it stands."""

import csv
import io
from collections.abc import Iterator

from orbweaver.page.blocks import Cell, Chart, Number, Table, flat
from orbweaver.report.build import Page

HEADER = ("section", "block", "group", "row", "column", "value", "low", "high", "text")


def values_csv(page: Page) -> str:
    """`value`, `low` and `high` are unrounded; `text` is what the page shows."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(_lines(page))
    return out.getvalue()


def _lines(page: Page) -> Iterator[tuple[object, ...]]:
    for number, sentence in enumerate(page.verdict, 1):
        yield ("verdict", "", "", str(number), "", "", "", "", sentence)
    for view in page.chapters:
        for section, filled in view.sections:
            for finding in filled.answer:
                yield (section.name, "answer", "", finding.contestant, finding.status,
                       "", "", "", finding.text)  # fmt: skip
            for block in flat(filled.blocks):
                if isinstance(block, Table):
                    yield from _table(section.name, block.title, block)
                elif isinstance(block, Chart):
                    yield from _table(section.name, block.title, block.values)
    for gap in page.missing:
        yield ("missing", "", "", gap.what, "", "", "", "", gap.why)


def _table(section: str, title: str, table: Table) -> Iterator[tuple[object, ...]]:
    for group in table.groups:
        for row in group.rows:
            for column, cell in zip(table.columns, row.cells, strict=True):
                if cell is not None:
                    yield (section, title, group.title, row.head, column, *_cell(cell))


def _cell(cell: Cell) -> tuple[object, ...]:
    if isinstance(cell, Number):
        return cell.value, cell.low, cell.high, cell.text
    return "", "", "", cell
