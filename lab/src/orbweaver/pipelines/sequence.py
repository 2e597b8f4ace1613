# SPDX-License-Identifier: Apache-2.0
"""Sequence diagrams of the first packets, as figures 6 to 8 of the paper, drawn from a trace."""

from collections.abc import Iterator
from dataclasses import dataclass

from orbweaver.model.schema import PacketTimes
from orbweaver.page.blocks import Block, Chart, Row, RowGroup, Table
from orbweaver.page.colours import GREY
from orbweaver.page.evidence import Evidence
from orbweaver.page.numbers import ms, plain
from orbweaver.pipelines.tables import cores_words
from orbweaver.pipelines.traced import TracedRun, no_trace, traced_runs

PACKETS = 3
COLOURS = ("#d1495b", "#2a86ad", "#d98f2b")
"""Of the packets."""
STEP = 0.07
"""From one packet to the next, across: bars at the same time stand side by side."""


@dataclass(frozen=True)
class Span:
    """Something that lasted: from one component and moment to another."""

    what: str
    packet: int
    start: float
    end: float
    source: int
    target: int


Look = tuple[float, str]
LOOKS: dict[str, Look] = {
    "processes": (9, "solid"),
    "waits": (2, "dot"),
    "call": (1.5, "solid"),
    "reply": (1.5, "dash"),
}
"""Width and dash of each kind of line."""


def sequence(evidence: Evidence, experiment: str, what: str) -> list[Block]:
    """A diagram for each contestant, on all processors as the paper has it, or on one."""
    for one_core in (False, True):
        found = list(traced_runs(evidence, experiment, one_core))
        if found:
            return [_diagram(one, what, one_core) for one in found]
    return [no_trace(what, experiment, one_core=False)]


def _diagram(traced: TracedRun, what: str, one_core: bool) -> Chart:
    spans = sorted(_spans(traced), key=lambda span: (span.start, span.end))
    names = traced.names
    return Chart(
        title=f"{what}: {traced.group.label}, {cores_words(one_core)}",
        traces=[_lines(kind, place, packet, spans, names)
                for place, packet in enumerate(_packets(traced)) for kind in LOOKS],
        layout={
            "xaxis": {"tickvals": list(range(len(names))), "ticktext": names, "side": "top",
                      "range": [-0.4, len(names) - 0.6], "showgrid": False},
            "yaxis": {"title": {"text": "ms since the producer's start"}, "autorange": "reversed"},
            "shapes": [_lifeline(place) for place in range(len(names))],
            "legend": {"orientation": "h", "x": 0, "y": -0.04, "yanchor": "top"},
        },
        values=_values(spans, names),
        note=f"The first {len(_packets(traced))} packets of one run. Bars: a stage processes; "
        "dotted: the packet waits in it; slanted: a call, with its reply dashed if the caller "
        "waits for it.",
        height=480,
    )  # fmt: skip


def _packets(traced: TracedRun) -> list[int]:
    return sorted(traced.packets(0))[:PACKETS]


def _spans(traced: TracedRun) -> Iterator[Span]:
    is_twoway = traced.run.config.messaging == "twoway"
    for packet in _packets(traced):
        passed = [traced.packets(place).get(packet) for place in range(len(traced.names))]
        for place, (here, there) in enumerate(zip(passed, [*passed[1:], None], strict=True)):
            if here:
                yield from _within(packet, place, here)
            if here and there:
                yield from _between(packet, place, here, there, is_twoway)


def _within(packet: int, place: int, times: PacketTimes) -> Iterator[Span]:
    if times.arrived_ms is not None and times.begun_ms is not None:
        yield Span("waits", packet, times.arrived_ms, times.begun_ms, place, place)
    if times.begun_ms is not None and times.worked_ms is not None:
        yield Span("processes", packet, times.begun_ms, times.worked_ms, place, place)


def _between(
    packet: int, place: int, here: PacketTimes, there: PacketTimes, is_twoway: bool
) -> Iterator[Span]:
    if here.sending_ms is not None and there.arrived_ms is not None:
        yield Span("call", packet, here.sending_ms, there.arrived_ms, place, place + 1)
    if is_twoway and there.returned_ms is not None and here.handed_on_ms is not None:
        yield Span("reply", packet, there.returned_ms, here.handed_on_ms, place + 1, place)


def _lines(
    kind: str, place: int, packet: int, spans: list[Span], names: list[str]
) -> dict[str, object]:
    own = [span for span in spans if (span.what, span.packet) == (kind, packet)]
    width, dash = LOOKS[kind]
    aside = STEP * (place - (PACKETS - 1) / 2)
    texts = [_words(span, names) for span in own]
    return {
        "type": "scatter", "mode": "lines", "name": f"packet {packet}",
        "legendgroup": f"packet {packet}", "showlegend": kind == "processes",
        "x": [x for span in own for x in (span.source + aside, span.target + aside, None)],
        "y": [y for span in own for y in (span.start, span.end, None)],
        "text": [text for text in texts for _ in range(3)], "hoverinfo": "text",
        "line": {"color": COLOURS[place % len(COLOURS)], "width": width, "dash": dash},
    }  # fmt: skip


def _words(span: Span, names: list[str]) -> str:
    where = names[span.source]
    if span.source != span.target:
        where += f" to {names[span.target]}"
    return f"packet {span.packet}: {span.what}, {where}, {span.start:.3f} to {span.end:.3f} ms"


def _lifeline(place: int) -> dict[str, object]:
    return {"type": "line", "x0": place, "x1": place, "yref": "paper", "y0": 0, "y1": 1,
            "layer": "below", "line": {"color": GREY, "width": 1}}  # fmt: skip


def _values(spans: list[Span], names: list[str]) -> Table:
    rows = [
        Row(str(number), [plain(span.start, ms), plain(span.end, ms), f"packet {span.packet}",
                          names[span.source], names[span.target], span.what])
        for number, span in enumerate(spans, 1)
    ]  # fmt: skip
    columns = ["from, ms", "to, ms", "packet", "at", "to", "what"]
    return Table("", columns, [RowGroup("", rows)], corner="n")
