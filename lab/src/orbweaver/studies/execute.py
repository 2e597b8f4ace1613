"""Runs a study once and makes its record."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import ValidationError

from orbweaver.lab.execute import Settings
from orbweaver.problems import BadInput, JobFailed
from orbweaver.record.provenance import provenance
from orbweaver.record.schema import UNITS, Provenance, StudyRun
from orbweaver.run import programs
from orbweaver.studies.study import Measurement, Progress, Study

ENDS = tuple(f"_{unit}" for unit in UNITS)


def run_study(
    study: Study, orb: str, settings: Settings, progress: Progress
) -> tuple[StudyRun, list[str]]:
    """Measure; gives the record and what programs had to say. Raises a Problem if it cannot."""
    reason = study.check(orb, settings)
    if reason:
        raise BadInput(reason)
    begun = provenance(None, "other", programs.folder(settings.bin))
    found = study.measure(orb, settings, progress)
    if not found.rows:
        raise JobFailed(f"{study.name} with {orb} measured nothing")
    if settings.quick:
        found = replace(found, config={**found.config, "quick": "yes"})
    placed = {
        "pinning": f"cpus {found.cpus}" if found.cpus else "none",
        "scheduler": found.scheduler,
    }
    return _record(study, orb, begun.model_copy(update=placed), found), list(found.messages)


def _record(study: Study, orb: str, origin: Provenance, found: Measurement) -> StudyRun:
    """What programs printed is no record yet: it may hold what a row cannot."""
    try:
        return StudyRun.model_validate(
            {
                "experiment": study.name,
                "orb": orb,
                "paper": study.paper,
                "provenance": origin,
                "config": found.config,
                "coordinates": coordinates_of(found.rows, study.coordinates),
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
