# SPDX-License-Identifier: Apache-2.0
"""What a user asked the lab to run, and the series that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.doctor.quiet import disturbances
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_experiments
from orbweaver.model.peer import with_programs
from orbweaver.model.settings import Settings
from orbweaver.problems import BadInput
from orbweaver.record.plan import Journal, Plan, read_journal
from orbweaver.record.store import make_folder
from orbweaver.series.choice import absent_of, check_peers, chosen_experiments, peers_for
from orbweaver.series.plan import (
    ALL,
    FULL_MINUTES,
    QUICK_MINUTES,
    LeftOut,
    Wanted,
    every_peer,
    plan,
)


@dataclass(frozen=True)
class Request:
    """Experiments by name or alias, or `all`; None: not given."""

    names: Sequence[str]
    peers: Sequence[str] | None
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
        """A user's choice of the time or the peers is kept."""
        quick = self.is_everything and self.settings.quick
        return quick and self.peers is None and self.minutes is None


def planned(request: Request, folder: Path) -> tuple[Journal, list[LeftOut]]:
    """The series, of which nothing is written yet, and what does not run.

    Makes the folder. Raises BadInput for what cannot be run.
    """
    found = _found(request)
    pairs = _pairs(found, request)
    repeats = request.repeat if request.is_everything else (request.repeat or 1)
    both = request.is_everything and request.settings.cores is None
    wanted = Wanted(pairs, repeats, request.settings, both_setups=both, brief=request.is_brief)
    steps, left_out = plan(wanted)
    if not steps:
        raise BadInput(f"nothing can run here: {left_out[0].reason}")
    _refuse_unfinished(folder)
    make_folder(folder)
    result = Plan(
        names=list(request.names),
        minutes=_limit(request),
        settings=request.settings,
        steps=steps,
        machine=[str(one) for one in disturbances()] if request.is_everything else [],
    )
    return Journal(folder, result), left_out


def _found(request: Request) -> list[Experiment]:
    if not request.is_everything:
        return chosen_experiments(request.names)
    others = [name for name in request.names if name != ALL]
    if others:
        raise BadInput(
            f"'{ALL}' names every experiment already, and '{', '.join(others)}' came with it; "
            f"give '{ALL}' alone, or only the names that you want"
        )
    return list(all_experiments().values())


def unfinished(folder: Path) -> Journal:
    """The series in a folder, to go on with; raises BadInput if there is none."""
    journal = read_journal(folder)
    if journal is None:
        raise BadInput(f"{folder} holds no series to go on with: it has no plan.jsonl")
    return journal


def how_far(journal: Journal) -> str:
    """In words."""
    return (
        f"{len(journal.done)} of {len(journal.plan.steps)} runs of {' '.join(journal.plan.names)}"
    )


def _limit(request: Request) -> float | None:
    if request.minutes is not None:
        return request.minutes or None
    if not request.is_everything:
        return None
    return QUICK_MINUTES if request.settings.quick else FULL_MINUTES


def _pairs(found: list[Experiment], request: Request) -> list[tuple[Experiment, str]]:
    """Which peer runs what. A peer that the user named must be here; of `all`, those that are."""
    asked, settings = request.peers, request.settings
    if asked == [ALL] or (asked is None and request.is_everything):
        return [(one, peer) for one in found for peer in every_peer(one)]
    if request.is_everything:
        return _of_named_peers(found, asked or (), settings)
    check_peers(found, asked, settings)
    return [
        (one, peer) for one in found for peer in (*peers_for(one, asked), *absent_of(one, asked))
    ]


def _of_named_peers(
    found: list[Experiment], asked: Sequence[str], settings: Settings
) -> list[tuple[Experiment, str]]:
    named = [peer for peer in asked if peer in with_programs("pipeline")]
    check_peers([all_experiments()["exp1"]] if named else [], named, settings)
    pairs = [(one, peer) for one in found for peer in every_peer(one) if peer in asked]
    unknown = [peer for peer in asked if peer not in {able for _, able in pairs}]
    if unknown:
        raise BadInput(f"unknown peer '{unknown[0]}': no experiment runs with it")
    return pairs


def _refuse_unfinished(folder: Path) -> None:
    journal = read_journal(folder)
    if journal and not journal.finished:
        raise BadInput(f"{folder} holds a series that was not finished ({how_far(journal)}): "
                       "go on with --resume, or choose another --out")  # fmt: skip
