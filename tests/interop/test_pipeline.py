# SPDX-License-Identifier: Apache-2.0
"""Pipelines whose components are of several ORBs keep peers/CONTRACT.md."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path
from typing import cast

import pytest
from programs import Line, Running, lines_of, path_of, running

PACKETS = 100
ORBS = ("orbweaver", "omniorb", "jacorb")
WITH_TAO = (
    ("tao", "omniorb", "orbweaver"),
    ("orbweaver", "tao", "jacorb"),
    ("omniorb", "jacorb", "tao"),
    ("tao", "tao", "tao"),
)
"""TAO in each place; where it is not built these are skipped."""
FREE_SCOPES = ("jacorb", "tao")
"""ORBs that have all sync scopes."""
MOMENTS = ("arrived_ns", "begun_ns", "worked_ns", "sending_ns", "handed_on_ns", "returned_ns")
MODES = {
    "oneway": ("--messaging", "oneway"),
    "twoway": ("--messaging", "twoway"),
}


def next_line(program: Running) -> Line:
    """What the program prints next; the test fails if it ends instead."""
    assert program.process.stdout is not None
    (line,) = lines_of(program.process.stdout.readline())
    return line


def result_of(program: Running, part: str) -> Line:
    """What the program measured."""
    line = next_line(program)
    assert line["event"] == "result", line
    return cast(Line, line[part])


def let_it_compute(program: Running) -> None:
    """Until it has used a tenth of a second of a processor: it is in the middle of its work."""
    enough = ticks_of(program) + os.sysconf("SC_CLK_TCK") // 10
    while ticks_of(program) < enough:
        assert program.process.poll() is None


def ticks_of(program: Running) -> int:
    """What it has computed, in the system's ticks."""
    behind_name = Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
    return int(behind_name[11]) + int(behind_name[12])


@dataclass(frozen=True)
class Pipeline:
    """A producer and two stages, and the results of all three."""

    producer: Line
    stages: tuple[Line, Line]


def run_pipeline(orbs: tuple[str, str, str], *options: str) -> Pipeline:
    """Components of these ORBs, the producer first."""
    shared = (*options, "--transport", "tcp", "--trace", str(PACKETS))
    stage = (*shared, "--dispatch", "connection", "--work-ms", "0.1")
    with ExitStack() as stack:
        last = stack.enter_context(running(f"{orbs[2]}-stage", *stage))
        first = stack.enter_context(running(f"{orbs[1]}-stage", "--next", last.ior, *stage))
        producer = stack.enter_context(
            running(f"{orbs[0]}-producer", "--next", first.ior, "--packets", str(PACKETS),
                    "--elements", "64", *shared)
        )  # fmt: skip
        done = Pipeline(
            result_of(producer, "producer"), (result_of(first, "stage"), result_of(last, "stage"))
        )
        assert [one.end() for one in (producer, first, last)] == [0, 0, 0]
    return done


@pytest.fixture(
    params=[(orbs, mode) for orbs in (*permutations(ORBS), *WITH_TAO) for mode in MODES],
    ids=lambda param: "-".join((*param[0], param[1])),
)
def pipeline(request: pytest.FixtureRequest) -> Iterator[Pipeline]:
    orbs, mode = request.param
    yield run_pipeline(orbs, *MODES[mode])


def test_every_packet_passes_in_order_and_by_one_clock(pipeline: Pipeline) -> None:
    for stage in pipeline.stages:
        assert (stage["received"], stage["lost"]) == (PACKETS, 0)
        assert stage["reordered_previous"] == stage["reordered_original"] == 0
        assert stage["latency_us"]["count"] == PACKETS
        assert stage["latency_us"]["min"] > 0
        assert stage["busy_ns"] >= PACKETS * 100_000
    assert pipeline.producer["send_us"]["count"] == PACKETS
    traces = [one["trace"] for one in (pipeline.producer, *pipeline.stages)]
    assert [len(trace) for trace in traces] == [PACKETS] * 3
    for sent, first, last in zip(*traces, strict=True):
        assert sent["packet"] == first["packet"] == last["packet"]
        # Readings of three processes, each of another ORB: what follows was not before.
        assert sent["sending_ns"] < first["arrived_ns"]
        assert first["sending_ns"] < last["arrived_ns"]
        for moments in (first, last):
            times = [moments[name] for name in MOMENTS]
            assert all(earlier <= later for earlier, later in pairwise(times))


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.parametrize("dispatch", ["pool", "connection"])
def test_tao_takes_every_packet_however_it_dispatches(dispatch: str, transport: str) -> None:
    shared = ("--transport", transport)
    stage = ("--dispatch", dispatch, "--work-ms", "0.1", *shared)
    with (
        running("tao-stage", *stage) as last,
        running("tao-stage", "--next", last.ior, *stage) as first,
        running("tao-producer", "--next", first.ior, "--packets", "500", *shared) as producer,
    ):
        assert result_of(producer, "producer")["send_us"]["count"] == 500
        for reported in (result_of(first, "stage"), result_of(last, "stage")):
            assert (reported["received"], reported["lost"]) == (500, 0)
        # Called first, the last one ends while the connection to it is open.
        assert [one.end() for one in (last, first, producer)] == [0, 0, 0]


def work_of(orb: str, packets: int) -> Line:
    """What the work of the packets was that an ORB's producer makes, as its stage parsed them."""
    shared = ("--vary", "--call-timeout-ms", "20000")
    with (
        running(f"{orb}-stage", "--work-ms", "0.5", "--worker", *shared) as stage,
        running(f"{orb}-producer", "--next", stage.ior, "--packets", str(packets),
                *shared) as producer,
    ):  # fmt: skip
        assert result_of(producer, "producer")["send_us"]["count"] == packets
        reported = result_of(stage, "stage")
        assert (producer.end(), stage.end()) == (0, 0)
    return cast(Line, reported["work_ns"])


@pytest.mark.parametrize("orb", ["omniorb", "jacorb", "tao"])
def test_work_that_follows_the_data_is_the_same_in_each_orb(orb: str) -> None:
    ours = work_of("orbweaver", 50)
    assert ours["shortest"] < 0.5 * ours["longest"]
    assert work_of(orb, 50) == ours


@pytest.mark.parametrize("orb", [*ORBS, "tao"])
def test_threads_that_share_a_reference_send_each_packet_once(orb: str) -> None:
    with (
        running(f"{orb}-stage", "--work-ms", "0", "--worker") as stage,
        running(f"{orb}-producer", "--next", stage.ior, "--packets", "500", "--senders", "4",
                "--trace", "500") as producer,
    ):  # fmt: skip
        sent, reported = result_of(producer, "producer"), result_of(stage, "stage")
        assert (producer.end(), stage.end()) == (0, 0)
    assert [one["packet"] for one in sent["trace"]] == list(range(1, 501))
    assert sent["send_us"]["count"] == 500
    assert (reported["received"], reported["lost"]) == (500, 0)


@pytest.mark.parametrize("orb", [*ORBS, "tao"])
@pytest.mark.parametrize("senders", ["1", "4"])
def test_a_producer_that_is_ended_announces_no_end(orb: str, senders: str) -> None:
    with (
        running(f"{orb}-stage", "--work-ms", "0", "--worker") as stage,
        running(f"{orb}-producer", "--next", stage.ior, "--packets", "100000000",
                "--senders", senders) as producer,
    ):  # fmt: skip
        let_it_compute(producer)
        os.kill(producer.pid, signal.SIGTERM)
        assert producer.process.communicate()[0] == ""
        assert producer.process.returncode == 0
        stage.process.send_signal(signal.SIGTERM)
        assert stage.process.communicate()[0] == ""
        assert stage.process.returncode == 0


@pytest.mark.parametrize("orb", ORBS)
@pytest.mark.parametrize("senders", ["0", "65", "all"])
def test_how_many_threads_share_a_reference_is_limited(orb: str, senders: str) -> None:
    done = subprocess.run(
        [path_of(f"{orb}-producer"), "--next", "IOR:", "--senders", senders],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "--senders" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("scope", ["none", "transport", "server", "target"])
@pytest.mark.parametrize("orb", FREE_SCOPES)
def test_each_sync_scope_is_there(orb: str, scope: str) -> None:
    with (
        running(f"{orb}-stage", "--work-ms", "0", "--dispatch", "connection") as stage,
        running(f"{orb}-producer", "--next", stage.ior, "--packets", "20",
                "--sync", scope) as producer,
    ):  # fmt: skip
        assert result_of(producer, "producer")["send_us"]["count"] == 20
        assert result_of(stage, "stage")["received"] == 20
        assert (producer.end(), stage.end()) == (0, 0)


@pytest.mark.parametrize(
    ("program", "options", "says"),
    [
        ("jacorb-stage", ("--dispatch", "lane"), "'--dispatch': expected one of [pool,"),
        ("jacorb-stage", ("--threading", "pool"), "all that JacORB has"),
        ("jacorb-stage", ("--lane-low", "4"), "Unknown options: '--lane-low'"),
        ("jacorb-stage", ("--transport", "shm"), "'--transport': expected one of [auto, tcp]"),
        ("jacorb-stage", ("--depth", "0"), "'0' is no whole number from 1"),
        ("jacorb-stage", ("--work-ms", "soon"), "'soon' is no time in milliseconds"),
        ("jacorb-stage", ("--cpus", "all"), "'all' is no list as 0,2-3"),
        ("jacorb-producer", ("--sync", "late"), "'--sync': expected one of [none, transport,"),
        ("jacorb-producer", (), "--next is missing"),
        ("tao-stage", ("--dispatch", "lane"), "--dispatch: lane not in {"),
        ("tao-stage", ("--dispatch", "pool", "--threading", "per-connection"),
         "--dispatch excludes --threading"),
        ("tao-stage", ("--lane-low", "4"), "--lane-low"),
        ("tao-stage", ("--transport", "shm"), "--transport: shm not in {"),
        ("tao-producer", ("--next", "IOR:", "--sync", "late"), "--sync: late not in {"),
        ("tao-producer", (), "--next is required"),
    ],
)  # fmt: skip
def test_what_an_orb_has_not_is_one_line_and_status_2(
    program: str, options: tuple[str, ...], says: str
) -> None:
    done = subprocess.run(
        [path_of(program), *options],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


@pytest.mark.parametrize("messaging", MODES)
@pytest.mark.parametrize(
    ("first", "middle"), [*(("jacorb", middle) for middle in ORBS), ("tao", "tao")]
)
def test_a_stage_that_takes_nothing_is_reported_in_one_line(
    first: str, middle: str, messaging: str
) -> None:
    with running(f"{middle}-stage", "--work-ms", "0") as stage:
        os.kill(stage.pid, signal.SIGSTOP)
        with running(f"{first}-producer", "--next", stage.ior, "--packets", "100000",
                     "--elements", "8192", "--call-timeout-ms", "500",
                     *MODES[messaging]) as producer:  # fmt: skip
            line = next_line(producer)
            assert line["event"] == "error", line
            assert line["error"].startswith("the next component did not take packet ")
            assert line["error"].endswith(" within 500 ms: it is stopped or hangs")
            assert producer.wait() == 1


@pytest.mark.parametrize("messaging", MODES)
@pytest.mark.parametrize("orb", [*ORBS, "tao"])
def test_threads_whose_next_stage_stops_tell_it_in_one_line(orb: str, messaging: str) -> None:
    with (
        running(f"{orb}-stage", "--work-ms", "0") as stage,
        running(f"{orb}-producer", "--next", stage.ior, "--packets", "100000000",
                "--senders", "4", "--call-timeout-ms", "500", *MODES[messaging]) as producer,
    ):  # fmt: skip
        let_it_compute(producer)
        os.kill(stage.pid, signal.SIGSTOP)
        line = next_line(producer)
        assert line["event"] == "error", line
        assert "did not take packet " in line["error"]
        assert "it is stopped or hangs" in line["error"]
        assert producer.process.communicate()[0] == ""
        assert producer.process.returncode == 1


@pytest.mark.parametrize("orb", ["jacorb", "tao"])
def test_a_stage_that_is_gone_is_reported_in_one_line(orb: str) -> None:
    with running("omniorb-stage", "--work-ms", "0") as gone:
        ior = gone.ior
        gone.process.kill()
        gone.wait()
    with (
        running(f"{orb}-stage", "--next", ior, "--work-ms", "0") as stage,
        running("omniorb-producer", "--next", stage.ior, "--packets", "3"),
    ):
        line = next_line(stage)
        assert line["event"] == "error", line
        assert line["error"].startswith("the next component did not take packet ")
        assert "it ended or its connection broke" in line["error"]
        assert stage.wait() == 1


@pytest.mark.parametrize("reference", ["IOR:00", "IOR:xx"])
@pytest.mark.parametrize("orb", ["omniorb", "tao"])
def test_a_reference_that_names_nothing_is_reported_in_one_line(orb: str, reference: str) -> None:
    done = subprocess.run(
        [path_of(f"{orb}-stage"), "--next", reference],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    (line,) = lines_of(done.stdout)
    assert line["event"] == "error", line


@pytest.mark.parametrize("orb", ["jacorb", "tao"])
def test_a_stage_runs_where_it_is_asked_to(orb: str) -> None:
    cpu = min(os.sched_getaffinity(0))
    with running(f"{orb}-stage", "--cpus", str(cpu)) as stage:
        tasks = [int(task) for task in os.listdir(f"/proc/{stage.pid}/task")]
        assert {frozenset(os.sched_getaffinity(task)) for task in tasks} == {frozenset({cpu})}
        assert stage.end() == 0
