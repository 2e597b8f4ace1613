# SPDX-License-Identifier: Apache-2.0
"""Runs a pipeline of programs once, from the last component to the first, and collects its results.

The last component starts first: its reference is the `--next` of the one before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from orbweaver.model.events import ChoiceReport, Frame, ProducerReport, StageReport
from orbweaver.problems import JobFailed
from orbweaver.run.process import Command, Process
from orbweaver.run.supervisor import Limits, Supervisor


@dataclass(frozen=True)
class Outcome:
    """What the components of one run reported."""

    producer: ProducerReport
    stages: list[tuple[str, StageReport]]
    frames: list[Frame]
    messages: list[str]
    """what they wrote to standard error"""
    choices: dict[str, list[ChoiceReport]] = field(default_factory=dict[str, list[ChoiceReport]])
    """of each component that reported what its ORB chose"""


def run_pipeline(
    commands: Sequence[Command],
    limits: Limits,
    through: Callable[[str], str] = lambda reference: reference,
) -> Outcome:
    """Run the components, first to last as given; raises a Problem that names what went wrong.

    `through` gives the reference by which each component reaches the next, from that one's own.
    """
    with Supervisor(limits) as supervisor:
        started: list[Process] = []
        following: list[str] = []
        for command in reversed(commands):
            linked = replace(command, arguments=[*_name(command), *following, *command.arguments])
            process = supervisor.start(linked)
            reference = supervisor.await_ready(process).ior
            following = ["--next", through(reference)] if reference else []
            started.insert(0, process)
        supervisor.await_results()
        supervisor.finish()
        return _outcome(started, supervisor.messages())


def run_collocated(program: Path, commands: Sequence[Command], limits: Limits) -> Outcome:
    """Run the same components in one process: `program` hosts them, each by its kind.

    The kind is the last word of the name of a component's own program: orbweaver-stage is a stage.
    """
    words: list[str] = []
    for command in commands:
        kind = command.program.name.rpartition("-")[2]
        words += [*(["--"] if words else []), kind, *_name(command), *command.arguments]
    names = tuple(command.name for command in commands)
    with Supervisor(limits) as supervisor:
        process = supervisor.start(Command("the pipeline", program, words, hosts=names))
        supervisor.await_ready(process)
        supervisor.await_results()
        supervisor.finish()
        return _outcome([process], supervisor.messages())


def run_application(domain: Command, limits: Limits) -> Outcome:
    """Run an SCA application in a domain of its own; `domain` hosts its components, the source
    first. Raises a Problem that names what went wrong.
    """
    with Supervisor(limits) as supervisor:
        process = supervisor.start(domain)
        supervisor.await_results()
        for name in process.components:
            if name not in process.results:
                raise JobFailed(f"{name} reported no result")
        return _outcome([process], supervisor.messages())


def _name(command: Command) -> list[str]:
    return ["--name", command.name]


def _outcome(processes: list[Process], messages: list[str]) -> Outcome:
    results = {name: process.results[name] for process in processes for name in process.components}
    (first, source), *others = results.items()
    if source.producer is None:
        raise JobFailed(f"{first} reported a stage's result, not a producer's")
    stages: list[tuple[str, StageReport]] = []
    for name, result in others:
        if result.stage is None:
            raise JobFailed(f"{name} reported a producer's result, not a stage's")
        stages.append((name, result.stage))
    frames = [frame for process in processes for frame in process.frames]
    choices = {name: one.choices for name, one in results.items() if one.choices is not None}
    return Outcome(source.producer, stages, frames, messages, choices)
