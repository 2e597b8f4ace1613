# SPDX-License-Identifier: Apache-2.0
"""What was not run, or could not be read, and why: each gap has its line."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_experiments, shown
from orbweaver.model.peer import LIMIT, WORDS, Ability, title_of, with_programs
from orbweaver.model.published import paper
from orbweaver.model.schema import NotRun, Run, StudyRun
from orbweaver.page.blocks import Gap
from orbweaver.page.evidence import Evidence
from orbweaver.results.group import started, traits
from orbweaver.run import programs


def missing(evidence: Evidence, sections: Sequence[Experiment]) -> list[Gap]:
    """Failed runs, unreadable files, experiments, peers."""
    return [
        *(Gap(_what(one), one.reason) for one in still_missing(evidence)),
        *(
            Gap(str(one.path.relative_to(evidence.results.folder)), f"left out: {one.reason}")
            for one in evidence.results.broken
        ),
        *_experiments(evidence, sections),
        *_pairs(evidence),
        *_peers(evidence),
        Gap("Four cores, as the paper had", _cores(evidence)),
        Gap("Figures 1 to 5 of paper 1", "drawings of what a sync scope and a pipeline are, with "
            "nothing to measure; sync-scope (exp12) measures the scopes"),
        Gap("Figures 1 to 7 of paper 2", "drawings of an ORB, of the SCA and of encoded values; "
            "marshalling measures what they show, and overhead counts the bytes"),
        Gap("Figures 1 and 2 of paper 3", "drawings of a port's structure and of the way of its "
            "data; latency measures that way"),
    ]  # fmt: skip


def still_missing(evidence: Evidence) -> Iterator[NotRun]:
    """Every failure; and what was not begun, unless it ran another time. Each is listed once."""
    have = {(run.experiment, run.orb, _is_one_core(run)) for run in evidence.results.all_runs}
    listed: set[tuple[str, str, bool, str]] = set()
    for one in evidence.results.not_run:
        place = (one.orb, one.one_core)
        names = [name for name in one.experiment.split(", ") if (name, *place) not in have]
        same = (one.experiment, *place, one.reason)
        if one.kind == "failed":
            yield one
        elif names and same not in listed:
            listed.add(same)
            yield one.model_copy(update={"experiment": ", ".join(names)})


def _is_one_core(run: Run | StudyRun) -> bool:
    return isinstance(run, Run) and run.config.cores == 1


def _what(one: NotRun) -> str:
    place = " on one processor" if one.one_core else ""
    return f"{_shown(one.experiment)} with {title_of(one.orb)}{place}, {one.date}"


def _shown(names: str) -> str:
    return ", ".join(map(shown, names.split(", ")))


def _experiments(evidence: Evidence, sections: Sequence[Experiment]) -> Iterator[Gap]:
    for section in sections:
        if not section.is_measured(evidence):
            yield Gap(section.shown, f"no result; run: {section.how_to_run}")


def _pairs(evidence: Evidence) -> Iterator[Gap]:
    """Pipelines that a peer has results for beside those that it has none for."""
    measured = {group.first.experiment for group in evidence.all_groups}
    for peer in evidence.orbs:
        done = {g.first.experiment for g in evidence.all_groups if g.first.orb == peer}
        absent = [one for name, one in all_experiments().items() if name in measured - done]
        unable = [one for one in absent if peer not in one.peers]
        rest = [one for one in absent if peer in one.peers]
        needed: dict[Ability, None] = dict.fromkeys(one.way.needs for one in unable)
        for needs in needed:
            names = ", ".join(one.shown for one in unable if one.way.needs == needs)
            yield Gap(f"{names} with {title_of(peer)}",
                      f"not there, which is needed: {WORDS[needs]}")  # fmt: skip
        if rest:
            names = " ".join(one.name for one in rest)
            yield Gap(f"{', '.join(one.shown for one in rest)} with {title_of(peer)}",
                      f"not run: orbweaver lab run {names} --orb {peer}")  # fmt: skip


def _peers(evidence: Evidence) -> Iterator[Gap]:
    studied = {group.first.orb for group in evidence.all_studies}
    explained = {one.orb for one in evidence.results.not_run if one.kind == "missing"}
    for peer in (*with_programs("pipeline"), LIMIT):
        if peer in evidence.orbs or peer in studied | explained:
            continue
        if programs.find(f"{peer}-stage"):
            yield Gap(peer, f"not run, though its programs are here: --orb {peer}")
        else:
            yield Gap(peer, f"not run: there is no program {peer}-stage here")


def _cores(evidence: Evidence) -> str:
    found = sorted({origin.cores for origin in evidence.origins})
    if not found:
        return "no result says how many processors there were"
    words = " and ".join(map(str, found))
    if found[-1] >= 4:
        return f"this machine has {words}, and that is what stands beside the paper's four"
    return (
        f"this machine has {words}, and they stand beside the paper's four all the same, "
        "since work that is waited for needs none"
    )


def machine_facts(evidence: Evidence) -> list[tuple[str, str]]:
    """Where the numbers come from; several values stand together with how often each was met."""
    fields = (
        ("Processor", "cpu"), ("Processors usable", "cores"), ("Kernel", "kernel"),
        ("Compiler", "compiler"), ("Commit", "commit"), ("Version", "version"),
        ("Scheduling", "scheduler"), ("Pinning", "pinning"), ("Governor of the clock", "governor"),
    )  # fmt: skip
    facts = [
        (name, _distinct([str(getattr(one, field) or "none seen") for one in evidence.origins]))
        for name, field in fields
    ]
    dates = sorted(started(run) for run in evidence.results.all_runs)
    configs = [traits(group.first) for group in evidence.all_groups]
    for name, title in (("packets", "Packets"), ("elements", "Packet"), ("work_ms", "Work"),
                        ("work", "Kind of work"), ("transport", "Transport")):  # fmt: skip
        facts.append((title, _distinct([config[name] for config in configs])))
    setup = paper().setup
    return [
        *facts,
        ("Load at the start of the runs", _loads(evidence)),
        ("Paper 1 measured on", f"{setup.cpu}, {setup.os}, with {setup.orb}"),
        ("Measured", _span(dates)),
        ("Results", evidence.results.folder.absolute().name),
    ]


def _loads(evidence: Evidence) -> str:
    """A load of the runs themselves counts too: it is what a quiet machine shows meanwhile."""
    loads = [run.provenance.load for run in evidence.results.all_runs]
    found = sorted(load for load in loads if load is not None)
    return f"{found[0]:.2f} to {found[-1]:.2f}" if found else "not recorded"


def _span(dates: Sequence[datetime]) -> str:
    """From the first to the last minute."""
    if not dates:
        return "never"
    first, last = dates[0], dates[-1]
    start = f"{first:%Y-%m-%d %H:%M}"
    until = f"{last:%H:%M}" if first.date() == last.date() else f"{last:%Y-%m-%d %H:%M}"
    return start if f"{first:%H:%M}" == until else f"{start} to {until}"


def _distinct(values: Sequence[str]) -> str:
    found = dict.fromkeys(values)
    return ", ".join(found) if found else "unknown"
