# SPDX-License-Identifier: Apache-2.0
"""What one run of a study gives, and the record that is made of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from orbweaver.model.schema import UNITS, ConfigValue, Provenance, StudyRun
from orbweaver.model.task import Task
from orbweaver.problems import JobFailed

ENDS = tuple(f"_{unit}" for unit in UNITS)


@dataclass(frozen=True)
class Measurement:
    """What one run of a study gives.

    `config` is what was asked for: repeats that have it in common are one group. A row is flat:
    coordinates (texts, whole numbers), and measured values whose unit ends their name (`cost_ns`,
    `sent_bytes`, `backwards_count`); also a summary of a histogram, and `samples_us`.
    """

    config: Mapping[str, ConfigValue]
    rows: Sequence[Mapping[str, object]]
    messages: Sequence[str] = ()
    """what programs reported to the user"""
    cpus: str | None = None
    """processors that the programs were pinned to, as `0,1`; None: any"""
    scheduler: str = "other"


def record_of(
    task: Task, origin: Provenance, found: Measurement, coordinates: Sequence[str]
) -> StudyRun:
    """What programs printed is no record yet: it may hold what a row cannot."""
    if task.settings.quick:
        found = replace(found, config={**found.config, "quick": "yes"})
    placed = {
        "pinning": f"cpus {found.cpus}" if found.cpus else "none",
        "scheduler": found.scheduler,
    }
    try:
        return StudyRun.model_validate(
            {
                "experiment": task.experiment,
                "orb": task.peer,
                "paper": task.paper,
                "provenance": origin.model_copy(update=placed),
                "config": found.config,
                "coordinates": coordinates_of(found.rows, coordinates),
                "rows": found.rows,
            }
        )
    except ValidationError as problem:
        first = problem.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise JobFailed(f"measured what is no result: '{place}': {first['msg'].lower()}") from None


def coordinates_of(rows: Sequence[Mapping[str, object]], named: Sequence[str] = ()) -> list[str]:
    """Keys that say where a row lies: those named, texts, and whole numbers without a unit."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return [
        key for key in keys
        if key in named
        or (not key.endswith(ENDS) and any(_is_place(row.get(key)) for row in rows))
    ]  # fmt: skip


def _is_place(value: object) -> bool:
    return isinstance(value, str | int)
