# SPDX-License-Identifier: Apache-2.0
"""A series from its plan to its end: what fails is kept in mind, and the rest goes on."""

from collections.abc import Callable, Sequence

from orbweaver.problems import CannotKeep, Interrupted, RunsFailed
from orbweaver.record.not_run import NAME as NOT_RUN
from orbweaver.record.not_run import NoResult, note_not_run
from orbweaver.record.plan import Journal
from orbweaver.series.plan import ALL, LeftOut
from orbweaver.series.request import how_far
from orbweaver.series.runner import Outcome, Runner, Watcher
from orbweaver.series.warm_up import warm_up


def begin(journal: Journal, left_out: Sequence[LeftOut]) -> None:
    """Write the plan, and what does not run. A single run has no plan to keep."""
    if is_series(journal) and not journal.ended:
        journal.begin()
    for one in left_out:
        names = ", ".join(one.experiments)
        note_not_run(journal.folder, NoResult(names, one.peer, one.reason, one.kind, one.one_core))


def drive(journal: Journal, watcher: Watcher, say: Callable[[str], None]) -> Outcome:
    """Run it; what breaks it off says how to go on."""
    runner = Runner(journal, watcher, keep_journal=is_series(journal))
    try:
        if ALL in journal.plan.names:
            say(warm_up(journal.plan.settings))
        return runner.run()
    except (KeyboardInterrupt, Interrupted, CannotKeep) as problem:
        if not is_series(journal):
            raise
        text = str(problem) or "interrupted"
        kind = CannotKeep if isinstance(problem, CannotKeep) else Interrupted
        room = "make room, then " if kind is CannotKeep else ""
        raise kind(f"{text}; {how_far(journal)} are kept: {room}go on with "
                   f"orbweaver lab run --resume --out {journal.folder}") from None  # fmt: skip


def judge(journal: Journal, outcome: Outcome) -> None:
    """Raise RunsFailed if something failed; of a single run, the very failure."""
    failed = len(outcome.failures)
    if not failed:
        return
    if not is_series(journal):
        raise outcome.failures[0]
    text = (
        f"{failed} of {failed + len(outcome.runs)} runs failed, each with its line in "
        f"{journal.folder / NOT_RUN}; the others are kept"
    )
    raise RunsFailed(text, outcome.failures)


def is_series(journal: Journal) -> bool:
    """More than one run is asked for."""
    return len(journal.plan.steps) > 1
