"""Runs one experiment once: builds the programs' options, runs them, makes the record."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from orbweaver.lab.experiments import Experiment
from orbweaver.lab.floor import Work, floor_ms
from orbweaver.lab.modes import SyncScope, Transport, queue_options
from orbweaver.lab.published import table_of
from orbweaver.problems import BadInput
from orbweaver.record.convert import producer_record, stage_records
from orbweaver.record.provenance import provenance
from orbweaver.record.schema import Config, Published, Run
from orbweaver.run import programs
from orbweaver.run.pipeline import run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits


@dataclass(frozen=True)
class Settings:
    """What a person may choose for all experiments of a series."""

    packets: int = 1000
    elements: int = 1024
    stages: int = 3
    work: Work = "wait"
    work_ms: float = 5.0
    cores: int | None = None
    """processors to run on; None: all"""
    transport: Transport = "auto"
    sync: SyncScope = "transport"
    threads: int | None = None
    depth: int | None = None
    call_timeout_ms: int = 5000
    bin: Path | None = None

    @property
    def processors(self) -> int:
        """How many processors the programs may use."""
        return self.cores or len(os.sched_getaffinity(0))

    def cpus(self) -> str | None:
        """The first `cores` processors that this process may use, as a program takes them."""
        if self.cores is None:
            return None
        return ",".join(str(cpu) for cpu in sorted(os.sched_getaffinity(0))[: self.cores])

    def limits(self, pace_ms: float) -> Limits:
        """Silence may last as long as a call or a planned wait.

        The whole may take a few times as long as if every packet were worked on alone.
        """
        idle = max(self.call_timeout_ms, 2000.0, 3 * pace_ms, 3 * self.work_ms) / 1000
        alone = self.packets * max(self.stages * self.work_ms, pace_ms, 1.0) / 1000
        return Limits(idle=idle, total=30 + 3 * alone)


def check_orb(orb: str, settings: Settings) -> None:
    """Refuse an ORB whose programs are not there; a BadInput says how to get them."""
    known = ("orbweaver", "omniorb", "jacorb", "tao", "raw", "zeromq")
    if orb not in known:
        raise BadInput(f"unknown ORB '{orb}'; known are {', '.join(known)}")
    missing = [
        name
        for name in (f"{orb}-producer", f"{orb}-stage")
        if programs.find(name, settings.bin) is None
    ]
    if not missing:
        return
    where = programs.folder(settings.bin) or "the search path"
    if orb == "orbweaver":
        raise BadInput(f"the program {missing[0]} is not in {where}: {programs.MEND}")
    raise BadInput(
        f"the ORB {orb} is not installed: {' and '.join(missing)} not found in {where}; "
        "leave it out of --orb"
    )


def run_experiment(experiment: Experiment, orb: str, settings: Settings) -> tuple[Run, list[str]]:
    """Run it; gives the record and what the programs had to say to people."""
    origin = provenance(settings.cpus(), "other", programs.folder(settings.bin))
    outcome = run_pipeline(commands(experiment, orb, settings), settings.limits(experiment.pace_ms))
    run = Run(
        experiment=experiment.name,
        orb=orb,
        provenance=origin,
        config=_config(experiment, settings),
        floor_ms=floor_ms(settings.packets, settings.stages, settings.work_ms, settings.work,
                          settings.processors, experiment.pace_ms),
        producer=producer_record(outcome.producer),
        stages=stage_records(outcome),
        published=_published(experiment, settings),
    )  # fmt: skip
    return run, outcome.messages


def commands(experiment: Experiment, orb: str, settings: Settings) -> list[Command]:
    """The programs of the pipeline, first to last."""
    shared = ["--sync", settings.sync, "--transport", settings.transport,
              "--call-timeout-ms", str(settings.call_timeout_ms)]  # fmt: skip
    cpus = settings.cpus()
    if cpus is not None:
        shared += ["--cpus", cpus]
    producer = ["--packets", str(settings.packets), "--elements", str(settings.elements),
                "--pace-ms", f"{experiment.pace_ms:g}",
                *experiment.mode.first_options(), *shared]  # fmt: skip
    stage = [*experiment.mode.stage_options(), *queue_options(settings.threads, settings.depth),
             "--work", settings.work, "--work-ms", f"{settings.work_ms:g}", *shared]  # fmt: skip
    stage_program = programs.locate(f"{orb}-stage", settings.bin)
    stages = [Command(f"stage{n + 1}", stage_program, stage) for n in range(settings.stages)]
    first = Command("producer", programs.locate(f"{orb}-producer", settings.bin), producer)
    return [first, *stages]


def _config(experiment: Experiment, settings: Settings) -> Config:
    mode = experiment.mode
    cores: Literal["all"] | int = "all" if settings.cores is None else settings.cores
    return Config(
        mode=mode.name,
        messaging=mode.messaging,
        sync=mode.effective_sync(settings.sync),
        worker=mode.worker,
        dispatch=mode.dispatch,
        pace_ms=experiment.pace_ms,
        packets=settings.packets,
        elements=settings.elements,
        type="double",
        work=settings.work,
        work_ms=settings.work_ms,
        transport=settings.transport,
        processes="separate",
        cores=cores,
    )


def _published(experiment: Experiment, settings: Settings) -> Published | None:
    table = table_of(experiment.name, one_core=settings.cores == 1)
    return None if table is None else Published(**table.model_dump(exclude={"experiment"}))
