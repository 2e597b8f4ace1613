# SPDX-License-Identifier: Apache-2.0
"""What a section is made of. Blocks know no format: each writer turns them into its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Status = Literal["confirmed", "contradicted", "not seen", "undecided", "seen once"]


@dataclass(frozen=True)
class Number:
    """A value, the interval around it, and how people read it."""

    value: float
    text: str
    low: float | None = None
    high: float | None = None
    interval: str = ""
    remark: str = ""


Cell = Number | str | None


@dataclass(frozen=True)
class Row:
    """One line of a table: what it is about, and its cells."""

    head: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class RowGroup:
    """Lines of the same quantity; a title of "" shows none."""

    title: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class Table:
    """Columns, and groups of rows; `columns` leaves out the first, which holds the rows' heads."""

    title: str
    columns: Sequence[str]
    groups: Sequence[RowGroup]
    note: str = ""
    corner: str = ""


@dataclass(frozen=True)
class Chart:
    """A figure: traces and layout as plotly takes them, and `values`, the same as a table."""

    title: str
    traces: Sequence[dict[str, object]]
    layout: dict[str, object]
    values: Table
    note: str = ""
    height: int = 320


@dataclass(frozen=True)
class Gap:
    """Something that belongs here and is not: what, and why."""

    what: str
    why: str


@dataclass(frozen=True)
class Beside:
    """Blocks that stand next to each other where there is room."""

    blocks: Sequence["Block"]


@dataclass(frozen=True)
class Heading:
    """A title within a section."""

    text: str


Block = Table | Chart | Gap | Beside | Heading


@dataclass(frozen=True)
class Finding:
    """What the data say about one claim, for one contestant; `contestant` is "" if it is about all.

    Sections make it with `Claim.finding`, which decides what a few runs are worth.
    """

    status: Status
    contestant: str
    text: str
    decided_by: str
    """the claim and its tolerance"""


@dataclass(frozen=True)
class SectionView:
    """A section, filled with data."""

    name: str
    alias: str
    title: str
    question: str
    prediction: str
    method: str
    threats: Sequence[str]
    answer: Sequence[Finding]
    blocks: Sequence[Block] = field(default_factory=tuple)

    @property
    def rules(self) -> list[str]:
        """What decides the answers, each rule once."""
        return list(dict.fromkeys(finding.decided_by for finding in self.answer))


def flat(blocks: Sequence[Block]) -> list[Block]:
    """Blocks one after the other, those that stand side by side too."""
    return [
        inner
        for block in blocks
        for inner in (flat(block.blocks) if isinstance(block, Beside) else [block])
    ]
