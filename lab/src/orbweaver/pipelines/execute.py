# SPDX-License-Identifier: Apache-2.0
"""Runs one experiment once: builds the programs' options, runs them, makes the record."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Literal

from orbweaver.link.bad_links import BadLinks, LinkCounts
from orbweaver.model.floor import Workload, floor_ms, varied_floor_ms
from orbweaver.model.modes import (
    Transport,
    chosen_options,
    placed,
    queue_options,
)
from orbweaver.model.peer import OURS, peers
from orbweaver.model.published import table_of
from orbweaver.model.schema import Config, Published, Row, Run
from orbweaver.model.settings import Settings
from orbweaver.model.task import Task
from orbweaver.pipelines.plan import DELAY_MS, PipelinePlan, Point
from orbweaver.pipelines.point_row import point_row
from orbweaver.problems import BadInput
from orbweaver.record.convert import (
    chosen_transport,
    explanation_records,
    producer_record,
    stage_records,
)
from orbweaver.record.provenance import provenance
from orbweaver.run import programs
from orbweaver.run.pipeline import Outcome, run_collocated, run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits

LISTEN_TO_DATAGRAMS = (
    "--endpoint", "giop:tcp:127.0.0.1:0", "--endpoint", "giop:udp:127.0.0.1:0",
)  # fmt: skip
"""A stage that takes datagrams takes two-way calls too, as that which announces the end."""
SLACK_FACTOR = 2.0
"""How much longer than its least time the work of all packets may take on a busy machine."""
TRACED_PACKETS = 4000
"""Packets whose passing programs note, for sequence diagrams; all stand in one line of theirs."""


def run_plan(plan: PipelinePlan, task: Task) -> tuple[Run, list[str]]:
    """Run it, each point if it is a sweep; gives the record and what the programs reported."""
    points = plan.points_of(task.peer)
    if not points:
        run, messages, _ = _run_once(*_settled(plan, task))
        return run, messages
    result = [_run_point(plan, point, task) for point in points]
    rows = [row for _, row, _ in result]
    messages = [line for *_, said in result for line in said]
    return result[-1][0].model_copy(update={"rows": rows}), messages


def _run_point(plan: PipelinePlan, point: Point, task: Task) -> tuple[Run, Row, list[str]]:
    at, chosen = _settled(*_at(point, plan, task))
    run, messages, links = _run_once(at, chosen)
    return run, point_row(run, at, links, _asked(point, task.settings)), messages


def _asked(point: Point, settings: Settings) -> dict[str, int | None]:
    """What a run's record does not tell: the queues that were asked for."""
    low = settings.lane_low if point.lane_low is None else point.lane_low
    return {"depth": point.depth or settings.depth, "lane_low": low}


def _at(point: Point, plan: PipelinePlan, task: Task) -> tuple[PipelinePlan, Task]:
    """The experiment at one point of its sweep."""
    mode = plan.mode_of(task.peer, point)
    how = _set_fields(point, ("senders", "skip_ms", "link"))
    chosen = _set_fields(point, ("sync", "depth", "lane_low", "stages", "parallel", "processes"))
    settings = replace(task.settings, **chosen)
    return replace(plan, mode=mode, points=(), **how), replace(task, settings=settings)


def _set_fields(point: Point, names: Sequence[str]) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(point, name)) is not None}


def _settled(plan: PipelinePlan, task: Task) -> tuple[PipelinePlan, Task]:
    """What a user chose goes before what the experiment has; BadInput where it cannot."""
    settings = task.settings
    transport, processes = placed(settings.transport, settings.processes, settings.collocation)
    settings = replace(settings, transport=transport, processes=processes)
    _check_choice(plan, settings)
    parallel = plan.parallel if settings.parallel is None else settings.parallel
    processes = settings.processes or plan.processes
    collocation = settings.collocation or plan.collocation
    plan = replace(plan, parallel=parallel, processes=processes, collocation=collocation)
    return plan, replace(task, settings=settings)


def _check_choice(plan: PipelinePlan, settings: Settings) -> None:
    if plan.link is not None and settings.processes == "collocated":
        raise BadInput("it is about links between processes: "
                       "leave --processes, or --transport inproc, out")  # fmt: skip
    if plan.link is None and plan.skip_ms is not None and settings.parallel:
        raise BadInput("its stages put packets in order one at a time: leave --parallel out")


def _run_once(plan: PipelinePlan, task: Task) -> tuple[Run, list[str], LinkCounts | None]:
    settings = task.settings
    origin = provenance(settings.cpus(), "other", programs.folder(settings.bin))
    outcome, links = _run_programs(plan, task.peer, settings)
    run = Run(
        experiment=task.experiment,
        orb=task.peer,
        provenance=origin,
        config=_config(plan, settings, _transport(plan, settings, outcome)),
        floor_ms=_floor_ms(plan, settings, outcome),
        producer=producer_record(outcome.producer),
        stages=stage_records(outcome),
        published=_published(task),
        explanation=explanation_records(outcome),
    )
    return run, outcome.messages, links


def _transport(plan: PipelinePlan, settings: Settings, outcome: Outcome) -> Transport:
    """What packets took; of datagrams programs tell the way of the calls that need an answer."""
    return "udp" if plan.link else chosen_transport(outcome, settings.transport)


def _floor_ms(plan: PipelinePlan, settings: Settings, outcome: Outcome) -> float:
    at_once = max(1, plan.parallel)
    work = outcome.stages[0][1].work_ns
    if work is not None:
        return max(
            varied_floor_ms(work, settings.stages, settings.work, settings.processors, at_once),
            (settings.packets - 1) * plan.pace_ms + settings.stages * work.shortest / 1e6,
        )
    _, last = outcome.stages[-1]
    packets = last.received if plan.link else settings.packets
    busy = floor_ms(Workload(packets, settings.stages, settings.work_ms, settings.work,
                    settings.processors, at_once=at_once))  # fmt: skip
    paced = (settings.packets - 1) * plan.pace_ms + settings.stages * settings.work_ms
    return max(busy, paced if plan.pace_ms else 0.0)


def _run_programs(
    plan: PipelinePlan, orb: str, settings: Settings
) -> tuple[Outcome, LinkCounts | None]:
    components = commands(plan, orb, settings)
    limits = limits_of(settings, plan.pace_ms)
    if plan.link is not None:
        with BadLinks(plan.link.loses, plan.link.delays, DELAY_MS) as links:
            outcome = run_pipeline(components, limits, through=links.through)
        return outcome, links.counts()
    if plan.processes == "separate":
        return run_pipeline(components, limits), None
    host = programs.find(f"{orb}-pipeline", settings.bin)
    if host is None:
        raise BadInput(f"{orb} has no program {orb}-pipeline that hosts all components: "
                       "leave it out of --orb, or take --processes separate")  # fmt: skip
    return run_collocated(host.absolute(), components, limits), None


def limits_of(settings: Settings, pace_ms: float) -> Limits:
    """Silence may last as long as a user lets a call last, or as a planned wait.

    The whole may take a few times as long as if every packet were worked on alone.
    """
    idle = max(settings.call_timeout_ms, 2000.0, 3 * pace_ms, 3 * settings.work_ms) / 1000
    alone = settings.packets * max(settings.stages * settings.work_ms, pace_ms, 1.0) / 1000
    return Limits(idle=idle, total=30 + 3 * alone)


def commands(plan: PipelinePlan, orb: str, settings: Settings) -> list[Command]:
    """The programs of the pipeline, first to last."""
    transport = "udp" if plan.link else settings.transport
    shared = ["--sync", settings.sync, "--transport", transport,
              "--call-timeout-ms", str(call_timeout_ms(plan, orb, settings))]  # fmt: skip
    cpus = settings.cpus()
    if cpus is not None:
        shared += ["--cpus", cpus]
    if settings.explain and orb == OURS:
        shared += ["--explain"]
    if settings.orb_trace and orb == OURS:
        shared += ["--orb", f"ORBtrace={settings.orb_trace}"]
    if plan.processes == "collocated":
        shared += chosen_options({"--collocation": plan.collocation})
    shared += ["--trace", str(min(settings.packets, TRACED_PACKETS))]
    if plan.vary:
        shared += ["--vary"]
    producer = ["--packets", str(settings.packets), "--elements", str(settings.elements),
                "--pace-ms", f"{plan.pace_ms:g}",
                *(["--senders", str(plan.senders)] if plan.senders > 1 else []),
                *plan.mode.first_options(), *shared]  # fmt: skip
    stage = [*plan.mode.stage_options(), *queue_options(settings.threads, settings.depth),
             *chosen_options({"--lane-low": settings.lane_low}),
             "--work", settings.work, "--work-ms", f"{settings.work_ms:g}",
             *chosen_options({"--parallel": plan.parallel or None}), *shared]  # fmt: skip
    stage_program = programs.locate(f"{orb}-stage", settings.bin)
    stages = [
        Command(f"stage{n + 1}", stage_program, [*stage, *_order_options(plan, n)])
        for n in range(settings.stages)
    ]
    first = Command("producer", programs.locate(f"{orb}-producer", settings.bin), producer)
    return [first, *stages]


def call_timeout_ms(plan: PipelinePlan, orb: str, settings: Settings) -> int:
    """Longest time of a call, at least what a person chose; 0: no limit.

    The call that announces the end stands behind all packets that were sent and not processed. If
    nothing holds back the sender, or stages have to share processors, that may be all there are.
    """
    shares = settings.work == "spin" and settings.processors < settings.stages
    held_back = _holds_back(plan, orb, settings)
    if settings.call_timeout_ms == 0 or (held_back and not shares):
        return settings.call_timeout_ms
    load = Workload(
        settings.packets,
        settings.stages,
        settings.work_ms,
        settings.work,
        settings.processors,
        plan.pace_ms,
    )
    all_of_them = floor_ms(load)
    return max(settings.call_timeout_ms, ceil(SLACK_FACTOR * all_of_them))


def _holds_back(plan: PipelinePlan, orb: str, settings: Settings) -> bool:
    """Whether a producer waits, if only for a while, when stages have not kept up."""
    if plan.mode.messaging == "twoway":
        return True
    if peers()[orb].reads_on and settings.sync != "target":
        return plan.pace_ms >= settings.work_ms
    return settings.sync != "none"


def _order_options(plan: PipelinePlan, place: int) -> list[str]:
    """How a stage deals with what is missing.

    A first stage whose threads take up packets at once is what tears them apart; those behind it
    put them in order. Of datagrams the ORB has put in order what came, and it reports the
    end behind it: what the stage misses then is lost.
    """
    mode, skip_ms = plan.mode, plan.skip_ms
    if plan.link is not None:
        wait = [] if skip_ms is None else ["--orb", f"ORBorderWait={skip_ms:g}"]
        return [*wait, "--lossy", *LISTEN_TO_DATAGRAMS]
    tears = place == 0 and mode.dispatch == "pool" and not mode.worker
    return [] if skip_ms is None or tears else ["--reorder-ms", f"{skip_ms:g}"]


def _config(plan: PipelinePlan, settings: Settings, transport: Transport) -> Config:
    mode = plan.mode
    cores: Literal["all"] | int = "all" if settings.cores is None else settings.cores
    return Config(
        mode=mode.name,
        messaging=mode.messaging,
        sync=mode.effective_sync(settings.sync),
        worker=mode.worker,
        dispatch=mode.dispatch,
        pace_ms=plan.pace_ms,
        packets=settings.packets,
        elements=settings.elements,
        type="double",
        work=settings.work,
        work_ms=settings.work_ms,
        transport=transport,
        processes=plan.processes,
        collocation=plan.collocation if plan.processes == "collocated" else None,
        parallel=plan.parallel,
        cores=cores,
    )


def _published(task: Task) -> Published | None:
    table = table_of(task.experiment, one_core=task.settings.cores == 1)
    return None if table is None else Published(**table.model_dump(exclude={"experiment"}))
