"""What somebody asked the lab to run, and the series that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.doctor.quiet import disturbances
from orbweaver.lab.entries import Entry, absent_of, all_entries, check_orbs, entries, orbs_for
from orbweaver.lab.execute import Settings
from orbweaver.lab.experiments import EXPERIMENTS
from orbweaver.lab.plan import (
    ALL,
    FULL_MINUTES,
    PIPELINE_ORBS,
    QUICK_MINUTES,
    LeftOut,
    Wanted,
    everyone,
    plan,
)
from orbweaver.problems import BadInput
from orbweaver.record.plan import Journal, Plan, read_journal
from orbweaver.record.store import make_folder


@dataclass(frozen=True)
class Request:
    """Experiments by name, or `all`; None: nothing was said."""

    names: Sequence[str]
    orbs: Sequence[str] | None
    repeat: int | None
    minutes: float | None
    """0: no limit"""
    settings: Settings

    @property
    def is_everything(self) -> bool:
        """Every experiment was asked for."""
        return ALL in self.names

    @property
    def is_brief(self) -> bool:
        """Who says how long, or with whom, has what they said."""
        quick = self.is_everything and self.settings.quick
        return quick and self.orbs is None and self.minutes is None


def planned(request: Request, folder: Path) -> tuple[Journal, list[LeftOut]]:
    """The series, of which nothing is written yet, and what does not run.

    Makes the folder. Raises BadInput for what cannot be run.
    """
    found = _found(request)
    pairs = _pairs(found, request)
    repeats = request.repeat if request.is_everything else (request.repeat or 1)
    both = request.is_everything and request.settings.cores is None
    wanted = Wanted(pairs, repeats, request.settings, both_setups=both, brief=request.is_brief)
    steps, lacking = plan(wanted)
    if not steps:
        raise BadInput(f"nothing can run here: {lacking[0].reason}")
    _refuse_unfinished(folder)
    make_folder(folder)
    made = Plan(
        names=list(request.names),
        minutes=_limit(request),
        settings=request.settings,
        steps=steps,
        machine=[str(one) for one in disturbances()] if request.is_everything else [],
    )
    return Journal(folder, made), lacking


def _found(request: Request) -> list[Entry]:
    if not request.is_everything:
        return entries(request.names)
    others = [name for name in request.names if name != ALL]
    if others:
        raise BadInput(
            f"'{ALL}' names every experiment already, and '{', '.join(others)}' came with it; "
            f"give '{ALL}' alone, or only the names that you want"
        )
    return list(all_entries().values())


def unfinished(folder: Path) -> Journal:
    """The series in a folder, to go on with; raises BadInput if there is none."""
    journal = read_journal(folder)
    if journal is None:
        raise BadInput(f"{folder} holds no series to go on with: it has no plan.jsonl")
    return journal


def how_far(journal: Journal) -> str:
    """For people."""
    return (
        f"{len(journal.done)} of {len(journal.plan.steps)} runs of {' '.join(journal.plan.names)}"
    )


def _limit(request: Request) -> float | None:
    if request.minutes is not None:
        return request.minutes or None
    if not request.is_everything:
        return None
    return QUICK_MINUTES if request.settings.quick else FULL_MINUTES


def _pairs(found: list[Entry], request: Request) -> list[tuple[Entry, str]]:
    """Who runs what. An ORB that somebody named must be here; of `all`, those that are."""
    orbs, settings = request.orbs, request.settings
    if orbs == [ALL] or (orbs is None and request.is_everything):
        return [(entry, orb) for entry in found for orb in everyone(entry)]
    if request.is_everything:
        return _of_named_orbs(found, orbs or (), settings)
    check_orbs(found, orbs, settings)
    return [
        (entry, orb) for entry in found for orb in (*orbs_for(entry, orbs), *absent_of(entry, orbs))
    ]


def _of_named_orbs(
    found: list[Entry], orbs: Sequence[str], settings: Settings
) -> list[tuple[Entry, str]]:
    named = [orb for orb in orbs if orb in PIPELINE_ORBS]
    check_orbs([EXPERIMENTS["exp1"]] if named else [], named, settings)
    pairs = [(entry, orb) for entry in found for orb in everyone(entry) if orb in orbs]
    unknown = [orb for orb in orbs if orb not in {one for _, one in pairs}]
    if unknown:
        raise BadInput(f"unknown ORB '{unknown[0]}': no experiment runs with it")
    return pairs


def _refuse_unfinished(folder: Path) -> None:
    journal = read_journal(folder)
    if journal and not journal.finished:
        raise BadInput(f"{folder} holds a series that was not finished ({how_far(journal)}): "
                       "go on with --resume, or choose another --out")  # fmt: skip
