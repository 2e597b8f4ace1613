"""Runs a pipeline of programs once, from the last component to the first, and collects its results.

The last component starts first: its reference is the `--next` of the one before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orbweaver.problems import JobFailed
from orbweaver.run.events import Frame, ProducerReport, StageReport
from orbweaver.run.process import Command, Process
from orbweaver.run.supervisor import Limits, Supervisor


@dataclass(frozen=True)
class Outcome:
    """What the components of one run reported."""

    producer: ProducerReport
    stages: list[tuple[str, StageReport]]
    frames: list[Frame]
    messages: list[str]
    """what they wrote to standard error, for people"""


def run_pipeline(commands: Sequence[Command], limits: Limits) -> Outcome:
    """Run the components, first to last as given; raises a Problem that names what went wrong."""
    with Supervisor(limits) as supervisor:
        started: list[Process] = []
        following: list[str] = []
        for command in reversed(commands):
            linked = replace(command, arguments=[*_name(command), *following, *command.arguments])
            process = supervisor.start(linked)
            reference = supervisor.await_ready(process).ior
            following = ["--next", reference]
            started.insert(0, process)
        supervisor.await_results()
        supervisor.finish()
        return _outcome(started, supervisor.messages())


def _name(command: Command) -> list[str]:
    return ["--name", command.name]


def _outcome(processes: list[Process], messages: list[str]) -> Outcome:
    first, *others = processes
    if first.result is None or first.result.producer is None:
        raise JobFailed(f"{first.name} reported a stage's result, not a producer's")
    stages: list[tuple[str, StageReport]] = []
    for process in others:
        if process.result is None or process.result.stage is None:
            raise JobFailed(f"{process.name} reported a producer's result, not a stage's")
        stages.append((process.name, process.result.stage))
    frames = [frame for process in processes for frame in process.frames]
    return Outcome(first.result.producer, stages, frames, messages)
