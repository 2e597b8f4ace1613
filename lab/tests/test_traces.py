# SPDX-License-Identifier: Apache-2.0
"""When single packets passed each component: from the programs to the record and the page."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from experiments_by_name import EXPERIMENTS
from generated import fill, one
from orbweaver.model.schema import Run
from orbweaver.model.settings import Settings
from orbweaver.page.blocks import Chart, Gap, Table
from orbweaver.page.evidence import Evidence
from orbweaver.pipelines.execute import TRACED_PACKETS
from orbweaver.pipelines.schedule import last_packet
from orbweaver.pipelines.sequence import sequence
from orbweaver.record.convert import KEPT, MOMENTS
from orbweaver.record.store import store
from orbweaver.results.load import load
from orbweaver.run.lines import MAX_LINE


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return Evidence(load(fill(tmp_path_factory.mktemp("traced"), repeats=1)))


def ran(fake_bin: Path, packets: int) -> Run:
    settings = replace(Settings(bin=fake_bin), packets=packets, work_ms=0)
    run, _ = EXPERIMENTS["exp6"].run("orbweaver", settings)
    assert isinstance(run, Run)
    return run


def test_a_record_keeps_the_first_and_the_last_packets(fake_bin: Path) -> None:
    run = ran(fake_bin, 20)
    assert run.producer.trace is not None
    wanted = [*range(1, KEPT + 1), *range(21 - KEPT, 21)]
    assert [one.packet for one in run.producer.trace] == wanted
    for stage in run.stages:
        assert stage.trace is not None
        assert [one.packet for one in stage.trace] == wanted
        first = stage.trace[0]
        assert first.arrived_ms is not None and first.returned_ms is not None
        assert first.returned_ms - first.arrived_ms == pytest.approx(0.005)
    assert run.producer.trace[0].arrived_ms is None


def test_the_line_of_the_longest_trace_is_read() -> None:
    moments = {f"{name}_ns": 2**63 - 1 for name in MOMENTS}
    line = json.dumps([{"packet": TRACED_PACKETS, **moments}] * TRACED_PACKETS,
                      separators=(",", ":"))  # fmt: skip
    assert len(line) < 0.95 * MAX_LINE


def test_a_short_run_keeps_all(fake_bin: Path) -> None:
    trace = ran(fake_bin, 3).stages[0].trace
    assert trace is not None
    assert [one.packet for one in trace] == [1, 2, 3]


def test_a_sequence_shows_each_packet_in_each_component(evidence: Evidence) -> None:
    charts = sequence(evidence, "exp6", "Figure 8")
    assert [type(chart) for chart in charts] == [Chart, Chart]  # each ORB
    chart = charts[0]
    assert isinstance(chart, Chart)
    rows = chart.values.groups[0].rows
    said = [tuple(row.cells[2:]) for row in rows]
    for packet in (1, 2):
        assert (f"packet {packet}", "producer", "stage1", "call") in said
        assert (f"packet {packet}", "stage1", "producer", "reply") in said
        assert (f"packet {packet}", "stage3", "stage3", "processes") in said


def test_packets_that_a_stage_processes_at_once_do_not_hide_each_other(evidence: Evidence) -> None:
    chart = sequence(evidence, "exp1", "Figure 7")[0]
    assert isinstance(chart, Chart)
    bars = [trace for trace in chart.traces if trace["showlegend"]]
    places = [{x for x in trace["x"] if x is not None} for trace in bars]  # type: ignore[attr-defined]
    assert len(places) == 3  # pyright: ignore
    assert not places[0] & places[1] and not places[1] & places[2]


def test_one_way_calls_have_no_reply(evidence: Evidence) -> None:
    chart = sequence(evidence, "exp1", "Figure 7")[0]
    assert isinstance(chart, Chart)
    assert {row.cells[-1] for row in chart.values.groups[0].rows} == {"call", "waits", "processes"}


def test_the_last_packets_steps_are_in_the_order_of_time(evidence: Evidence) -> None:
    table = last_packet(evidence, "exp3", "The fifteen steps")[0]
    assert isinstance(table, Table)
    assert "packet 1,000" in table.title and "one processor" in table.title
    steps = [str(row.cells[1]) for row in table.groups[0].rows]
    assert steps[0] == "stage 1 received the packet"
    assert steps[-1] == "stage 3 obtained the current time (time stamp)"
    assert "stage 3 introduced it into the transport" not in steps
    assert steps.count("on to stage 2") >= 1
    assert [row.head for row in table.groups[0].rows] == [str(n) for n in range(1, len(steps) + 1)]


def test_without_a_trace_the_page_says_how_to_get_one(tmp_path: Path) -> None:
    run = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1))
    bare = run.model_copy(update={"producer": run.producer.model_copy(update={"trace": None})})
    store(bare, tmp_path)
    gaps = sequence(Evidence(load(tmp_path)), "exp6", "Figure 8")
    assert len(gaps) == 1 and isinstance(gaps[0], Gap)
    assert "orbweaver lab run exp6" in gaps[0].why
