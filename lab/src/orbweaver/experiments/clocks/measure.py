# SPDX-License-Identifier: Apache-2.0
"""Paper 3, section 3: resolution, cost and monotonicity of the machine's clocks."""

from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.problems import JobFailed
from orbweaver.run import programs
from orbweaver.run.job import run_job
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits
from orbweaver.studies.measurement import Measurement

PROGRAM = "raw-clocks"


def check(_orb: str, settings: Settings) -> str | None:
    """The program that reads the clocks."""
    if programs.find(PROGRAM, settings.bin) is None:
        where = programs.folder(settings.bin) or "the search path"
        return f"the program {PROGRAM} is not in {where}: {programs.how_to_get()}"
    return None


def measure(_orb: str, settings: Settings, progress: Progress) -> Measurement:
    """A row for each clock."""
    looks, blocks, seconds = (100_000, 200, 0.3) if settings.quick else (5_000_000, 5000, 5.0)
    asked = {"looks": looks, "blocks": blocks, "batch": 1000, "seconds": seconds}
    arguments = [word for name, value in asked.items() for word in (f"--{name}", str(value))]
    cpus = settings.cpus()
    arguments += ["--cpus", cpus] if cpus else []
    progress("every clock by turns")
    command = Command(PROGRAM, programs.locate(PROGRAM, settings.bin), arguments)
    done = run_job(command, Limits(total=120 + 20 * seconds))
    if not all("clock" in line for line in done.lines):
        raise JobFailed(f"{PROGRAM} printed a line that names no clock")
    return Measurement(config=asked, rows=done.lines, messages=done.messages, cpus=cpus)
