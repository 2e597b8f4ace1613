# SPDX-License-Identifier: Apache-2.0
"""Turns what programs report in clock readings into what is recorded: times since the start."""

from orbweaver.model.events import PacketMoments, ProducerReport, StageReport, Summary
from orbweaver.model.modes import Transport
from orbweaver.model.schema import (
    Choice,
    Explanation,
    Latency,
    PacketTimes,
    Producer,
    SendTimes,
    Stage,
)
from orbweaver.run.pipeline import Outcome

KEPT = 4
"""Packets of a trace that a record keeps, of the first and of the last ones."""
MOMENTS = ("arrived", "begun", "worked", "sending", "handed_on", "returned")


def producer_record(report: ProducerReport) -> Producer:
    """The producer's part of a record."""
    last_sent_ms = (report.last_sent_ns - report.started_ns) / 1e6
    return Producer(
        last_sent_ms=last_sent_ms,
        send_us=SendTimes.model_validate(_fields(report.send_us)),
        trace=_trace(report.trace, report.started_ns),
    )


def stage_records(outcome: Outcome) -> list[Stage]:
    """The stages' part; all processes of a machine read the same clock."""
    started = outcome.producer.started_ns
    return [_stage(name, report, started) for name, report in outcome.stages]


def _stage(name: str, report: StageReport, started_ns: int) -> Stage:
    lasted_ns = report.last_ns - started_ns
    return Stage(
        name=name,
        last_ms=lasted_ns / 1e6,
        received=report.received,
        lost=report.lost,
        reordered_previous=report.reordered_previous,
        reordered_original=report.reordered_original,
        busy=report.busy_ns / lasted_ns if lasted_ns > 0 else 0.0,
        reordered_out=report.reordered_out,
        overtaken=report.overtaken,
        late=report.late,
        max_concurrency=report.max_concurrency,
        max_queue=report.max_queue,
        latency_us=Latency.model_validate(_fields(report.latency_us)),
        trace=_trace(report.trace, started_ns),
    )


def _trace(noted: list[PacketMoments] | None, started_ns: int) -> list[PacketTimes] | None:
    if not noted:
        return None
    ends = noted if len(noted) <= 2 * KEPT else noted[:KEPT] + noted[-KEPT:]
    return [_times(one, started_ns) for one in ends]


def _times(noted: PacketMoments, started_ns: int) -> PacketTimes:
    moments = ((name, getattr(noted, f"{name}_ns")) for name in MOMENTS)
    times = {f"{name}_ms": at and (at - started_ns) / 1e6 for name, at in moments}
    return PacketTimes.model_validate({"packet": noted.packet, **times})


def chosen_transport(outcome: Outcome, asked: Transport) -> Transport:
    """What the producer says it used; a peer that does not say leaves what was asked for."""
    taken = outcome.producer.transport
    return asked if taken is None else taken


def explanation_records(outcome: Outcome) -> list[Explanation] | None:
    """What the components' ORBs chose; None if no component reported it."""
    found = [
        Explanation(
            component=name,
            choices=[Choice(what=one.what, value=one.value, why=one.why) for one in choices],
        )
        for name, choices in outcome.choices.items()
    ]
    return found or None


def _fields(summary: Summary) -> dict[str, object]:
    return summary.model_dump()
