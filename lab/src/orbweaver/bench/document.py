# SPDX-License-Identifier: Apache-2.0
"""The JSON of what was measured: rows with their provenance."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from orbweaver.bench.bars import Row
from orbweaver.bench.check import Comparison
from orbweaver.bench.cost import Cost
from orbweaver.bench.path import PathRow
from orbweaver.bench.ratios import Spread
from orbweaver.bench.sweep import Point
from orbweaver.bench.tail import Tail
from orbweaver.bench.weight import Verdict, Weight
from orbweaver.record.provenance import provenance
from orbweaver.run import programs
from orbweaver.run.peer_programs import Missing


@dataclass(frozen=True)
class Load:
    """What else the machine did: runnable tasks on average, before and after."""

    before: float
    after: float
    processors: int

    @property
    def is_busy(self) -> bool:
        """Others took a part of the machine before we began."""
        return self.before > 0.3 * self.processors

    def describe(self) -> str:
        """One line of words."""
        state = "busy" if self.is_busy else "quiet"
        return (
            f"the machine was {state}: load {self.before:.2f} before, {self.after:.2f} at the end, "
            f"{self.processors} processors"
        )


def load_now() -> float:
    """Runnable tasks, averaged over a minute."""
    return os.getloadavg()[0]


def origin(bin_folder: Path | None) -> dict[str, object]:
    """Where the numbers come from."""
    return provenance(None, "other", programs.folder(bin_folder)).model_dump()


@dataclass(frozen=True)
class Making:
    """How a document was made: what was missing, the load, the machine and the command."""

    missing: Sequence[Missing]
    load: Load
    where: dict[str, object]
    command: str


def _head(schema: str, making: Making) -> dict[str, object]:
    """What every document says first: of what it is, how it was made, and on what."""
    return {
        "schema": schema,
        "command": making.command,
        "provenance": making.where,
        "load": asdict(making.load),
        "missing": [asdict(one) for one in making.missing],
    }


def bars_json(rows: Sequence[Row], making: Making) -> str:
    """All rows; `ratio` is the median, `spread` what is around it."""
    return _text(
        {
            **_head("orbweaver-bars/1", making),
            "bars": [_row(row) for row in rows],
        }
    )


def _row(row: Row) -> dict[str, object]:
    return {
        "name": row.name,
        "ratio": row.ratio.median if row.ratio else None,
        "bar": row.bar,
        "ok": row.ok,
        "pinning": row.pinning,
        "sense": row.sense,
        "spread": _spread(row.ratio),
        "unit": row.unit,
        "ours": _spread(row.ours),
        "limit": _spread(row.limit),
        "against": row.against,
        "reason": row.reason,
    }


def cost_json(costs: Sequence[Cost], bars: Sequence[Row], making: Making) -> str:
    """Processor time of each call, and the bars on it."""
    return _text(
        {
            **_head("orbweaver-cost/1", making),
            "costs": [asdict(one) | {"share_of_core": one.share_of_core} for one in costs],
            "bars": [_row(row) for row in bars],
        }
    )


def tail_json(tails: Sequence[Tail], bars: Sequence[Row], making: Making) -> str:
    """How late the latest calls were, block by block, and the bars on them."""
    return _text(
        {
            **_head("orbweaver-tail/1", making),
            "tails": [asdict(one) for one in tails],
            "bars": [_row(row) for row in bars],
        }
    )


def sweep_json(points: Sequence[Point], making: Making) -> str:
    """All points."""
    return _text(
        {
            **_head("orbweaver-bench/1", making),
            "points": [asdict(point) for point in points],
        }
    )


def path_json(rows: Sequence[PathRow], messages: int, making: Making) -> str:
    """Counts for each message, client's and server's side."""
    return _text(
        {
            **_head("orbweaver-path/1", making),
            "messages": messages,
            "rows": [{"name": row.mode.name, **asdict(row)} for row in rows],
        }
    )


def check_json(rows: Sequence[Comparison], making: Making) -> str:
    """The harness beside the hand-written program of each peer."""
    return _text(
        {
            **_head("orbweaver-check/1", making),
            "rows": [_compared(row) for row in rows],
        }
    )


def _compared(row: Comparison) -> dict[str, object]:
    return {
        **asdict(row),
        "unseen": row.unseen,
        "added_ns": row.added_ns,
        "ok": row.ok,
        "verdict": row.verdict,
    }


def size_json(
    weights: Sequence[Weight], verdicts: Sequence[Verdict], where: dict[str, object]
) -> str:
    """Bytes of each program, and ours divided by omniORB's."""
    return _text(
        {
            "schema": "orbweaver-size/1",
            "command": "orbweaver bench size",
            "provenance": where,
            "programs": [asdict(weight) for weight in weights],
            "verdicts": [asdict(verdict) | {"ok": verdict.ok} for verdict in verdicts],
        }
    )


def _spread(values: Spread | None) -> dict[str, float] | None:
    return asdict(values) if values else None


def _text(document: dict[str, object]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
