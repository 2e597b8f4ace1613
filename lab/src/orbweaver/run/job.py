# SPDX-License-Identifier: Apache-2.0
"""Runs one program that does its work, prints JSON lines and ends by itself."""

from dataclasses import dataclass, replace

from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits, Supervisor


@dataclass(frozen=True)
class JobOutput:
    """What it printed, and what it reported on standard error."""

    lines: list[dict[str, object]]
    messages: list[str]


def run_job(command: Command, limits: Limits | None = None) -> JobOutput:
    """Run it to its end; raises a Problem that names what went wrong."""
    with Supervisor(limits) as supervisor:
        process = supervisor.start(replace(command, speaks="frames"))
        supervisor.await_results()
        return JobOutput([frame.frame for frame in process.frames], supervisor.messages())
