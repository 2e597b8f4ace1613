# SPDX-License-Identifier: Apache-2.0
"""What a request names: experiments by name or alias, and the peers that can take part."""

from collections.abc import Iterable, Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import named
from orbweaver.model.peer import OURS, peers
from orbweaver.model.settings import Settings
from orbweaver.problems import BadInput


def chosen_experiments(names: Iterable[str]) -> list[Experiment]:
    """Those that are named, each once; a BadInput names what is unknown."""
    found = {one.stored: one for one in map(named, names)}
    return list(found.values())


def peers_for(experiment: Experiment, asked: Sequence[str] | None) -> list[str]:
    """Those of the peers asked for that can take part.

    If none was asked for: Orbweaver, or all that take part where Orbweaver does not.
    """
    able = experiment.peers
    if asked is None:
        return [OURS] if OURS in able else list(able)
    return [peer for peer in asked if peer in able]


def absent_of(experiment: Experiment, asked: Sequence[str] | None) -> list[str]:
    """Those of the peers asked for that never can take part, and of which it is known why."""
    return [peer for peer in asked or () if peer in experiment.absent]


def check_peers(
    found: Sequence[Experiment], asked: Sequence[str] | None, settings: Settings
) -> None:
    """Refuse before anything runs what cannot run; a BadInput says how to fix it.

    A peer that never can take part in one of several experiments is left out of that one alone.
    """
    for peer in asked or ():
        if peer not in peers():
            raise BadInput(f"unknown peer '{peer}'; known are {', '.join(peers())}")
    some_run = any(peers_for(one, asked) for one in found)
    for experiment in found:
        able, absent = peers_for(experiment, asked), absent_of(experiment, asked)
        if absent and not some_run:
            raise BadInput(f"{reason_of(experiment, absent[0], settings)}")
        if not able and not absent:
            raise BadInput(f"{experiment.shown} runs with {', '.join(experiment.peers)} only: "
                           f"leave it out, or name one of them with --orb")  # fmt: skip
        for peer in able:
            reason = reason_of(experiment, peer, settings)
            if reason:
                raise BadInput(reason)


def reason_of(experiment: Experiment, peer: str, settings: Settings) -> str | None:
    """Why an experiment cannot run here with a peer, and how to fix it; None: it can."""
    reason = experiment.why_not(peer, settings)
    return f"{experiment.shown} with {peer}: {reason}" if reason else None
