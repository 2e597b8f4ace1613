# SPDX-License-Identifier: Apache-2.0
"""The lab's pipelines without any work, beside hand-written ones: packets in a second."""

import os
from dataclasses import replace
from pathlib import Path

from orbweaver.bench.by_hand import pipeline_by_hand
from orbweaver.bench.check import Comparison, Effort, compare, repeat
from orbweaver.model.modes import Dispatch, Mode, Transport
from orbweaver.model.peer import peers
from orbweaver.model.settings import Settings
from orbweaver.pipelines.execute import commands, limits_of
from orbweaver.pipelines.plan import PipelinePlan
from orbweaver.run.pair import Pinning, Place
from orbweaver.run.peer_programs import Missing, missing_roles
from orbweaver.run.pipeline import run_pipeline

STAGES = 3
MAY_ADD_NS = 5000
"""A thousandth of the 5 ms that each packet is worked on in the lab: what the programs note of each
packet, by which they are judged, must cost something, and shall not be seen there."""


def handed_on(peer: str) -> tuple[Transport, Dispatch]:
    """How a peer hands packets on: where they arrive, in order; with lanes in the object's lane."""
    about = peers()[peer]
    transport = "unix" if "unix" in about.transports else "tcp"
    return transport, "lane" if about.has_lanes else "connection"


def pipeline_pinnings() -> list[Pinning]:
    """All programs on one processor, and wherever the system puts them."""
    first = min(os.sched_getaffinity(0))
    return [Pinning("same core", first, first), Pinning("all cores", None, None)]


def missing_for_pipeline(peer: str, bin_folder: Path | None) -> Missing | None:
    """Why the peer's pipeline cannot be checked; None if it can."""
    roles = ("producer", "stage", "by-hand-producer", "by-hand-stage")
    return missing_roles(peer, roles, bin_folder)


def check_pipeline(
    peer: str, pinning: Pinning, effort: Effort, bin_folder: Path | None
) -> Comparison:
    """One peer's pipeline in one pinning."""
    place = Place(handed_on(peer)[0], pinning, bin_folder)
    row = Comparison(
        peer, f"pipeline, {STAGES} stages", place.transport, pinning.name, "packets/s",
        may_add_ns=MAY_ADD_NS,
    )  # fmt: skip
    blocks = [
        lambda: _run_harness(peer, place, effort.packets),
        lambda: pipeline_by_hand(peer, place, STAGES, effort.packets),
        lambda: pipeline_by_hand(peer, place, STAGES, effort.packets),
    ]
    reason, results = repeat(blocks, effort.repetitions)
    return replace(row, reason=reason) if reason else compare(row, results)


def _run_harness(peer: str, place: Place, packets: int) -> float:
    """The programs as the lab starts them, the notes for its sequence diagrams included."""
    transport, dispatch = handed_on(peer)
    plan = PipelinePlan(Mode("oneway", "oneway", False, dispatch))
    settings = Settings(packets=packets, stages=STAGES, work_ms=0, transport=transport,
                        cores=None if place.pinning.client is None else 1,
                        bin=place.bin)  # fmt: skip
    outcome = run_pipeline(commands(plan, peer, settings), limits_of(settings, 0))
    _, last = outcome.stages[-1]
    return packets * 1e9 / (last.last_ns - outcome.producer.started_ns)
