"""Runs one experiment once: builds the programs' options, runs them, makes the record."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any, Literal

from orbweaver.lab.experiments import DELAY_MS, Experiment, Point
from orbweaver.lab.floor import Work, floor_ms, varied_floor_ms
from orbweaver.lab.modes import (
    Collocation,
    Processes,
    SyncScope,
    Transport,
    chosen_options,
    placed,
    queue_options,
)
from orbweaver.lab.point_row import point_row
from orbweaver.lab.published import table_of
from orbweaver.link.bad_links import BadLinks, LinkCounts
from orbweaver.problems import BadInput
from orbweaver.record.convert import (
    chosen_transport,
    explanation_records,
    producer_record,
    stage_records,
)
from orbweaver.record.provenance import provenance
from orbweaver.record.schema import Config, Published, Row, Run
from orbweaver.run import programs
from orbweaver.run.pipeline import Outcome, run_collocated, run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits

ORBS = ("orbweaver", "omniorb", "jacorb", "tao", "raw", "zeromq")
"""What `--orb` may name; which of them are there depends on the machine."""
INSTALL = {
    "omniorb": "apt install omniidl libomniorb4-dev pkg-config, then ./x build",
    "jacorb": "apt install default-jdk-headless maven, then "
    "cmake --build build/release --target jacorb_programs",
    "zeromq": "apt install libzmq3-dev pkg-config, then ./x build",
    "tao": "build TAO (peers/tao/README.md) and set TAO_ROOT, then cmake --preset release "
    "and ./x build",
}
"""How to get the programs of other ORBs that run pipelines."""

LISTEN_TO_DATAGRAMS = (
    "--endpoint", "giop:tcp:127.0.0.1:0", "--endpoint", "giop:udp:127.0.0.1:0",
)  # fmt: skip
"""A stage that takes datagrams takes two-way calls too, as that which announces the end."""
PATIENCE = 2.0
"""How much longer than its least time the work of all packets may take on a busy machine."""
READ_ON = ("jacorb",)
"""ORBs that read and keep requests however many wait, so that nothing holds back who sends."""
TRACED_PACKETS = 4000
"""Packets whose passing programs note, for sequence diagrams; all stand in one line of theirs."""


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
    lane_low: int | None = None
    """low watermark of a stage's lane, in requests; None: the programs' own"""
    parallel: int | None = None
    """threads of each stage; None: as the experiment has it"""
    processes: Processes | None = None
    """None: as the experiment has it"""
    collocation: Collocation | None = None
    call_timeout_ms: int = 5000
    explain: bool = False
    orb_trace: str | None = None
    """what each of our ORBs writes to standard error, as -ORBtrace takes it"""
    bin: Path | None = None
    quick: bool = False
    """a study: a few seconds, to see that it works"""

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
        """Silence may last as long as a person lets a call last, or as a planned wait.

        The whole may take a few times as long as if every packet were worked on alone.
        """
        idle = max(self.call_timeout_ms, 2000.0, 3 * pace_ms, 3 * self.work_ms) / 1000
        alone = self.packets * max(self.stages * self.work_ms, pace_ms, 1.0) / 1000
        return Limits(idle=idle, total=30 + 3 * alone)


def check_orb(orb: str, settings: Settings) -> None:
    """Refuse an ORB whose programs are not there; a BadInput says how to get them."""
    if orb not in ORBS:
        raise BadInput(f"unknown ORB '{orb}'; known are {', '.join(ORBS)}")
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
    mend = f"{INSTALL[orb]}, or leave" if orb in INSTALL else "leave"
    raise BadInput(
        f"the ORB {orb} is not installed: {' and '.join(missing)} not found in {where}; "
        f"{mend} it out of --orb"
    )


def run_experiment(experiment: Experiment, orb: str, settings: Settings) -> tuple[Run, list[str]]:
    """Run it, each point if it is a sweep; gives the record and what the programs had to say."""
    points = experiment.points_of(orb)
    if not points:
        run, messages, _ = _run_once(*_settled(experiment, settings), orb)
        return run, messages
    made = [_run_point(experiment, point, orb, settings) for point in points]
    rows = [row for _, row, _ in made]
    messages = [line for *_, said in made for line in said]
    return made[-1][0].model_copy(update={"rows": rows}), messages


def _run_point(
    experiment: Experiment, point: Point, orb: str, settings: Settings
) -> tuple[Run, Row, list[str]]:
    at, chosen = _settled(*_at(point, experiment, orb, settings))
    run, messages, links = _run_once(at, chosen, orb)
    return run, point_row(run, at, links, _asked(point, settings)), messages


def _asked(point: Point, settings: Settings) -> dict[str, int | None]:
    """What a run's record does not tell: the queues that were asked for."""
    low = settings.lane_low if point.lane_low is None else point.lane_low
    return {"depth": point.depth or settings.depth, "lane_low": low}


def _at(
    point: Point, experiment: Experiment, orb: str, settings: Settings
) -> tuple[Experiment, Settings]:
    """The experiment at one point of its sweep."""
    mode = experiment.mode_of(orb, point)
    how = _told(point, ("senders", "skip_ms", "link"))
    chosen = _told(point, ("sync", "depth", "lane_low", "stages", "parallel", "processes"))
    return replace(experiment, mode=mode, points=(), **how), replace(settings, **chosen)


def _told(point: Point, names: Sequence[str]) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(point, name)) is not None}


def _settled(experiment: Experiment, settings: Settings) -> tuple[Experiment, Settings]:
    """What a person chose goes before what the experiment has; BadInput where it cannot."""
    transport, processes = placed(settings.transport, settings.processes, settings.collocation)
    settings = replace(settings, transport=transport, processes=processes)
    _check_choice(experiment, settings)
    parallel = experiment.parallel if settings.parallel is None else settings.parallel
    processes = settings.processes or experiment.processes
    collocation = settings.collocation or experiment.collocation
    experiment = replace(
        experiment, parallel=parallel, processes=processes, collocation=collocation
    )
    return experiment, settings


def _check_choice(experiment: Experiment, settings: Settings) -> None:
    if experiment.link is not None and settings.processes == "collocated":
        raise BadInput(f"{experiment.name} is about links between processes: "
                       "leave --processes, or --transport inproc, out")  # fmt: skip
    if experiment.link is None and experiment.skip_ms is not None and settings.parallel:
        raise BadInput(f"{experiment.name} has stages that put packets in order one at a time: "
                       "leave --parallel out")  # fmt: skip


def _run_once(
    experiment: Experiment, settings: Settings, orb: str
) -> tuple[Run, list[str], LinkCounts | None]:
    origin = provenance(settings.cpus(), "other", programs.folder(settings.bin))
    outcome, links = _run_programs(experiment, orb, settings)
    run = Run(
        experiment=experiment.name,
        orb=orb,
        provenance=origin,
        config=_config(experiment, settings, _transport(experiment, settings, outcome)),
        floor_ms=_floor_ms(experiment, settings, outcome),
        producer=producer_record(outcome.producer),
        stages=stage_records(outcome),
        published=_published(experiment, settings),
        explanation=explanation_records(outcome),
    )
    return run, outcome.messages, links


def _transport(experiment: Experiment, settings: Settings, outcome: Outcome) -> Transport:
    """What packets took; of datagrams programs tell the way of the calls that need an answer."""
    return "udp" if experiment.link else chosen_transport(outcome, settings.transport)


def _floor_ms(experiment: Experiment, settings: Settings, outcome: Outcome) -> float:
    at_once = max(1, experiment.parallel)
    work = outcome.stages[0][1].work_ns
    if work is not None:
        return max(
            varied_floor_ms(work, settings.stages, settings.work, settings.processors, at_once),
            (settings.packets - 1) * experiment.pace_ms + settings.stages * work.shortest / 1e6,
        )
    _, last = outcome.stages[-1]
    packets = last.received if experiment.link else settings.packets
    busy = floor_ms(packets, settings.stages, settings.work_ms, settings.work,
                    settings.processors, at_once=at_once)  # fmt: skip
    paced = (settings.packets - 1) * experiment.pace_ms + settings.stages * settings.work_ms
    return max(busy, paced if experiment.pace_ms else 0.0)


def _run_programs(
    experiment: Experiment, orb: str, settings: Settings
) -> tuple[Outcome, LinkCounts | None]:
    components = commands(experiment, orb, settings)
    limits = settings.limits(experiment.pace_ms)
    if experiment.link is not None:
        with BadLinks(experiment.link.loses, experiment.link.delays, DELAY_MS) as links:
            outcome = run_pipeline(components, limits, through=links.through)
        return outcome, links.counts()
    if experiment.processes == "separate":
        return run_pipeline(components, limits), None
    host = programs.find(f"{orb}-pipeline", settings.bin)
    if host is None:
        raise BadInput(f"{orb} has no program {orb}-pipeline that hosts all components: "
                       "leave it out of --orb, or take --processes separate")  # fmt: skip
    return run_collocated(host.absolute(), components, limits), None


def commands(experiment: Experiment, orb: str, settings: Settings) -> list[Command]:
    """The programs of the pipeline, first to last."""
    transport = "udp" if experiment.link else settings.transport
    shared = ["--sync", settings.sync, "--transport", transport,
              "--call-timeout-ms", str(call_timeout_ms(experiment, orb, settings))]  # fmt: skip
    cpus = settings.cpus()
    if cpus is not None:
        shared += ["--cpus", cpus]
    if settings.explain and orb == "orbweaver":
        shared += ["--explain"]
    if settings.orb_trace and orb == "orbweaver":
        shared += ["--orb", f"ORBtrace={settings.orb_trace}"]
    if experiment.processes == "collocated":
        shared += chosen_options({"--collocation": experiment.collocation})
    shared += ["--trace", str(min(settings.packets, TRACED_PACKETS))]
    if experiment.vary:
        shared += ["--vary"]
    producer = ["--packets", str(settings.packets), "--elements", str(settings.elements),
                "--pace-ms", f"{experiment.pace_ms:g}",
                *(["--senders", str(experiment.senders)] if experiment.senders > 1 else []),
                *experiment.mode.first_options(), *shared]  # fmt: skip
    stage = [*experiment.mode.stage_options(), *queue_options(settings.threads, settings.depth),
             *chosen_options({"--lane-low": settings.lane_low}),
             "--work", settings.work, "--work-ms", f"{settings.work_ms:g}",
             *chosen_options({"--parallel": experiment.parallel or None}), *shared]  # fmt: skip
    stage_program = programs.locate(f"{orb}-stage", settings.bin)
    stages = [
        Command(f"stage{n + 1}", stage_program, [*stage, *_order_options(experiment, n)])
        for n in range(settings.stages)
    ]
    first = Command("producer", programs.locate(f"{orb}-producer", settings.bin), producer)
    return [first, *stages]


def call_timeout_ms(experiment: Experiment, orb: str, settings: Settings) -> int:
    """Longest time of a call, at least what a person chose; 0: no limit.

    The call that announces the end stands behind all packets that were sent and not processed. If
    nothing holds back who sends, or stages have to share processors, that may be all there are.
    """
    shares = settings.work == "spin" and settings.processors < settings.stages
    held_back = _holds_back(experiment, orb, settings)
    if settings.call_timeout_ms == 0 or (held_back and not shares):
        return settings.call_timeout_ms
    all_of_them = floor_ms(settings.packets, settings.stages, settings.work_ms, settings.work,
                           settings.processors, experiment.pace_ms)  # fmt: skip
    return max(settings.call_timeout_ms, ceil(PATIENCE * all_of_them))


def _holds_back(experiment: Experiment, orb: str, settings: Settings) -> bool:
    """Whether a producer waits, if only for a while, when stages have not kept up."""
    if experiment.mode.messaging == "twoway":
        return True
    if orb in READ_ON and settings.sync != "target":
        return experiment.pace_ms >= settings.work_ms
    return settings.sync != "none"


def _order_options(experiment: Experiment, place: int) -> list[str]:
    """How a stage deals with what is missing.

    A first stage whose threads take up packets at once is what tears them apart; those behind it
    put them in order. Of datagrams the ORB has put in order what came, and told of the end behind
    it: what the stage misses then is lost.
    """
    mode, skip_ms = experiment.mode, experiment.skip_ms
    if experiment.link is not None:
        wait = [] if skip_ms is None else ["--orb", f"ORBorderWait={skip_ms:g}"]
        return [*wait, "--lossy", *LISTEN_TO_DATAGRAMS]
    tears = place == 0 and mode.dispatch == "pool" and not mode.worker
    return [] if skip_ms is None or tears else ["--reorder-ms", f"{skip_ms:g}"]


def _config(experiment: Experiment, settings: Settings, transport: Transport) -> Config:
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
        transport=transport,
        processes=experiment.processes,
        collocation=experiment.collocation if experiment.processes == "collocated" else None,
        parallel=experiment.parallel,
        cores=cores,
    )


def _published(experiment: Experiment, settings: Settings) -> Published | None:
    table = table_of(experiment.name, one_core=settings.cores == 1)
    return None if table is None else Published(**table.model_dump(exclude={"experiment"}))
