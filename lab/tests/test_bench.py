# SPDX-License-Identifier: Apache-2.0
"""Ratios, interleaving, the bars' verdicts, and what is said of a peer that is not there."""

import json
import os
import sys
from pathlib import Path

import pytest

from browser import find_browser
from orbweaver.bench import codec_bar
from orbweaver.bench.bars import Row, program_bars
from orbweaver.bench.chart import Chart, Line, Panel, draw, size_label
from orbweaver.bench.clients_bar import clients_bars, share_of_slowest
from orbweaver.bench.path import (
    Costs,
    callgrind_total,
    context_switches,
    measure_path,
    modes,
    named_calls,
    per_message,
)
from orbweaver.bench.port_bars import port_bars
from orbweaver.bench.ratios import interleave, quantile, ratios, spread
from orbweaver.bench.sweep import Contestant, message_of, takes_part
from orbweaver.bench.system_calls import parse_perf, parse_strace
from orbweaver.bench.threads_bar import threads_bars
from orbweaver.cli.main import run_command
from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import giop
from orbweaver.run.answer import Measured
from orbweaver.run.bench_program import BenchProgram, Refused
from orbweaver.run.many_clients import ManyClients, Together
from orbweaver.run.pair import Message, Pinning, Place, open_pair, pinnings
from orbweaver.run.peer_programs import missing_bench

ALONE = Pinning("none", None, None)


def test_median_and_the_middle_half() -> None:
    values = spread([5, 1, 3, 2, 4])
    assert (values.median, values.low, values.high) == (3, 2, 4)
    assert (values.least, values.most, values.count) == (1, 5, 5)


def test_a_quantile_lies_between_neighbours() -> None:
    assert quantile([10, 20], 0.25) == 12.5
    assert quantile([10], 0.75) == 10


def test_ratios_pair_neighbours() -> None:
    assert ratios([2, 9], [1, 3]) == [2, 3]
    with pytest.raises(ValueError, match="do not pair"):
        ratios([1, 2], [1])


def test_blocks_take_turns_and_no_one_is_always_first() -> None:
    order: list[str] = []

    def block(name: str) -> int:
        order.append(name)
        return len(order)

    results = interleave([lambda: block("a"), lambda: block("b")], 3)
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert results == [[1, 4, 5], [2, 3, 6]]


# Sizes as a capture of the real programs shows them, with an object key of 14 bytes.
@pytest.mark.parametrize(
    ("case", "payload_bytes", "payload", "size"),
    [
        ("twoway", 0, "octets", 60),
        ("twoway", 64, "doubles", 136),
        ("twoway", 64, "octets", 132),
        ("oneway", 0, "octets", 60),
        ("oneway", 64, "doubles", 144),
    ],
)
def test_sizes_on_the_wire(case: str, payload_bytes: int, payload: giop.Payload, size: int) -> None:
    assert giop.request_bytes(14, case, payload_bytes, payload) == size


@pytest.mark.parametrize(
    ("shape", "payload", "payload_bytes", "size"),
    [
        ("basic", "octets", 1, 65),
        ("basic", "doubles", 8, 72),
        ("array", "octets", 1024, 1096),
        ("array", "doubles", 8192, 8264),
        ("sequence", "octets", 1024, 1092),
    ],
)
def test_sizes_of_each_shape_on_the_wire(
    shape: giop.Shape, payload: giop.Payload, payload_bytes: int, size: int
) -> None:
    assert giop.request_bytes(14, "twoway", payload_bytes, payload, shape) == size


def test_a_bar_is_met_by_its_median_in_its_own_direction() -> None:
    at = spread([1.0, 1.05, 9.0])
    assert Row("a", "none", "at most", 1.05, at).ok
    assert not Row("a", "none", "at most", 1.04, at).ok
    assert Row("a", "none", "at least", 1.05, at).ok
    assert not Row("a", "none", "at least", 1.06, at).ok


def test_a_bar_without_a_ratio_or_with_a_reason_is_missed() -> None:
    assert not Row("a", "none", "at most", 2).ok
    assert not Row("a", "none", "at most", 2, spread([1.0]), reason="3 packets reordered").ok


def test_all_bars_of_the_design_are_there() -> None:
    names = [bar.name for bar in program_bars()]
    assert len(names) == len(set(names)) == 23
    for words in ("two-way null call", "8 KiB of doubles", "1 MiB", "first call",
                  "WITH_TRANSPORT null", "WITH_TRANSPORT 8 KiB", "SYNC_NONE", "futex",
                  "shm"):  # fmt: skip
        assert any(words in name for name in names)


def test_the_bars_of_ports_cover_each_mode_transport_and_size() -> None:
    bars = port_bars()
    names = [bar.name for bar in bars]
    assert len(names) == len(set(names)) == 2 * 3 * (3 + 1 + 2)
    assert {bar.bar for bar in bars if "empty: port" in bar.name} == {1.05}
    assert {bar.bar for bar in bars if "8 KiB: port" in bar.name} == {1.02}
    assert {bar.bar for bar in bars if "metadata" in bar.name} == {1.02}
    assert {bar.bar for bar in bars if "to 4" in bar.name} == {4.2}
    assert {bar.message.case.split("-")[1] for bar in bars} == {"twoway", "ordered"}


def test_both_pinnings_where_there_are_two_processors() -> None:
    assert [(p.name, p.client, p.server) for p in pinnings([4, 7])] == [
        ("same core", 4, 4), ("across cores", 4, 7)]  # fmt: skip
    assert [p.name for p in pinnings([4])] == ["same core"]


def test_a_missing_peer_is_named_with_what_installs_it(tmp_path: Path) -> None:
    lacks = missing_bench("omniorb", tmp_path)
    assert lacks is not None
    assert "apt-get install" in lacks.reason
    assert "libomniorb4-dev" in lacks.reason
    with pytest.raises(BadInput, match="the peer omniorb is missing"):
        open_pair("omniorb", Place("unix", ALONE, tmp_path))


def test_raw_carries_as_many_bytes_as_the_message_has_on_the_wire(
    bench_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("FAKE_LOG", str(log))
    with open_pair("raw", Place("unix", ALONE, bench_bin), key_bytes=14) as pair:
        pair.ask(Message("twoway"), calls=10, warm_up=2)
    reported = json.loads(log.read_text())
    assert (reported["bytes"], reported["reply_bytes"], reported["calls"], reported["warm_up"]) == (
        60,
        24,
        10,
        2,
    )


def test_an_error_line_is_a_refusal_and_the_program_goes_on(bench_bin: Path) -> None:
    with BenchProgram(bench_bin / "raw-bench-client", ["--transport", "unix"]) as client:
        with pytest.raises(Refused, match="no case 'nix'"):
            client.ask({"case": "nix", "bytes": 0, "calls": 1})
        assert client.ask({"case": "twoway", "bytes": 0, "calls": 1})["event"] == "measured"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("exit 3", "odd ended with status 3: it said nothing"),
        ("echo 'odd: no antenna' >&2; exit 3", "odd ended with status 3: no antenna"),
        ("exec >&-; sleep 60", "odd closed its output and goes on without a word"),
        ("head -c 3000000 /dev/zero; sleep 60", "odd printed a line without an end"),
    ],
)
def test_a_program_that_prints_no_line_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    monkeypatch.setattr("orbweaver.run.line_program.END_SECONDS", 0.2)
    with pytest.raises(JobFailed) as raised:
        BenchProgram(written(tmp_path, script), [])
    assert str(raised.value) == why


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo 'odd: no such option' >&2; exit 2", "odd: no such option"),
        ("exit 2", "odd: it refused its options, and said nothing"),
    ],
)
def test_a_program_that_refuses_its_options_says_why(tmp_path: Path, script: str, why: str) -> None:
    with pytest.raises(Refused) as raised:
        BenchProgram(written(tmp_path, script), [])
    assert str(raised.value) == why


def test_a_program_that_complains_much_is_not_held_up(tmp_path: Path) -> None:
    script = 'head -c 3000000 /dev/zero >&2; echo \'{"event": "ready"}\'; read end'
    with BenchProgram(written(tmp_path, script), []) as program:
        assert program.reference == ""


def test_a_program_has_a_process_group_of_its_own_in_our_session(tmp_path: Path) -> None:
    with BenchProgram(written(tmp_path, 'echo \'{"event": "ready"}\'; read end'), []) as program:
        assert os.getpgid(program.pid) == program.pid
        assert os.getsid(program.pid) == os.getsid(0)


def written(folder: Path, script: str) -> Path:
    """A program of the shell."""
    program = folder / "odd"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


def bars(target: Path, *words: str) -> tuple[int, list[dict[str, object]]]:
    status = run_command(["bench", "bars", "--quick", "--json", str(target), *words])
    return status, json.loads(target.read_text())["bars"]


@pytest.mark.usefixtures("bench_bin")
def test_met_bars_end_with_status_0(tmp_path: Path) -> None:
    status, rows = bars(tmp_path / "bars.json", "--only", "two-way null call")
    assert status == 0
    assert {"name", "ratio", "bar", "ok", "pinning"} <= rows[0].keys()
    assert all(row["ok"] and row["ratio"] == 1 for row in rows)


@pytest.mark.usefixtures("bench_bin")
def test_a_missed_bar_ends_with_status_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RATIO", "1.2")
    status, rows = bars(tmp_path / "bars.json", "--only", "two-way null call")
    assert status == 1
    assert rows[0]["ratio"] == pytest.approx(1.2)


@pytest.mark.usefixtures("bench_bin")
def test_a_part_that_is_not_built_is_a_missed_bar_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_LACKS", "shm")
    status, rows = bars(tmp_path / "bars.json", "--only", "zero-copy")
    assert status == 1
    assert rows and all("has no shm" in str(row["reason"]) and not row["ok"] for row in rows)


def test_a_missing_peer_is_a_missed_bar(bench_bin: Path, tmp_path: Path) -> None:
    (bench_bin / "omniorb-bench-client").unlink()
    status, rows = bars(tmp_path / "bars.json", "--only", "null SYNC_NONE")
    assert status == 1
    assert "apt-get install" in str(rows[0]["reason"])


def test_all_bars_of_many_clients_are_there() -> None:
    names = [bar.name for bar in clients_bars()]
    assert len(names) == len(set(names)) == 3 * (6 + 5)
    assert sum("one object each" in name for name in names) == 3 * 5
    assert "1 client of one object, pool: calls a second ÷ omniorb's" in names
    assert "2 clients of one object each, pool: calls a second ÷ omniorb's" in names
    assert "64 clients of one object each, per-connection: calls a second ÷ raw's" in names


def test_all_bars_of_many_threads_are_there() -> None:
    names = [bar.name for bar in threads_bars()]
    assert len(names) == len(set(names)) == 3 * 5
    assert "1 thread on one connection, tcp: calls a second ÷ omniorb's" in names
    assert "512 threads on one connection, unix: calls a second ÷ omniorb's" in names
    assert "64 threads on one connection, shm: calls a second ÷ omniorb's over unix" in names


def test_many_threads_are_held_against_omniorb(
    bench_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("FAKE_LOG", str(log))
    status, rows = bars(tmp_path / "bars.json", "--only", "64 threads on one connection")
    assert status == 0
    assert [row["ratio"] for row in rows] == [1, 1, 1]
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    assert {(one["peer"], one["case"], one["threads"]) for one in asked} == {
        ("omniorb", "together", 64), ("orbweaver", "together", 64)
    }  # fmt: skip
    (bench_bin / "omniorb-bench-client").unlink()
    status, rows = bars(tmp_path / "bars.json", "--only", "8 threads on one connection, tcp")
    assert status == 1
    assert "apt-get install" in str(rows[0]["reason"])


@pytest.mark.usefixtures("bench_bin")
def test_shared_memory_is_held_against_iceoryx2_across_cores(tmp_path: Path) -> None:
    status, rows = bars(tmp_path / "bars.json", "--only", "÷ iceoryx2's")
    assert status == 1
    assert len(rows) == 4
    assert all("the peer iceoryx2 is missing" in str(row["reason"]) for row in rows)
    assert {row["pinning"] for row in rows} == {"across cores"}


@pytest.mark.usefixtures("bench_bin")
def test_a_bar_may_hold_ours_against_ours_with_other_options(tmp_path: Path) -> None:
    status, rows = bars(tmp_path / "bars.json", "--only", "SYNC_NONE from a loan")
    assert (status, {row["ratio"] for row in rows}) == (0, {1})


@pytest.mark.usefixtures("bench_bin")
@pytest.mark.parametrize("objects", ["one object,", "one object each"])
def test_many_clients_are_held_against_omniorb_and_the_limit(tmp_path: Path, objects: str) -> None:
    _, rows = bars(tmp_path / "bars.json", "--only", f"2 clients of {objects}")
    assert [str(row["name"]).split(", ")[1] for row in rows] == [
        "per-connection: calls a second ÷ omniorb's",
        "pool: calls a second ÷ omniorb's",
        "per-connection: calls a second ÷ raw's",
    ]
    assert all(row["pinning"] == "anywhere" and float(str(row["ratio"])) > 0 for row in rows)
    assert [row["bar"] for row in rows] == [1.0, 1.0, 0.85]


@pytest.mark.parametrize(("objects", "called"), [(1, [1, 1, 1, 1]), (2, [1, 2, 1, 2]),
                                                 (4, [1, 2, 3, 4])])  # fmt: skip
def test_many_clients_take_the_objects_by_turns(
    bench_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    objects: int, called: list[int],
) -> None:  # fmt: skip
    log = tmp_path / "log"
    monkeypatch.setenv("FAKE_LOG", str(log))
    with ManyClients("orbweaver", Place("tcp", ALONE, bench_bin), objects) as clients:
        clients.grow_to(4)
        clients.ask(4, 400)
    references = [json.loads(line)["reference"] for line in log.read_text().splitlines()]
    first = "corbaloc:iiop:127.0.0.1:1/fourteen-bytes"
    assert sorted(references) == sorted(first if n == 1 else f"{first}-{n - 1}" for n in called)


def test_a_server_of_one_object_names_it_alone(bench_bin: Path) -> None:
    with BenchProgram(bench_bin / "orbweaver-bench-server", ["--transport", "tcp"]) as server:
        assert server.references == [server.reference]


@pytest.mark.usefixtures("bench_bin")
def test_the_slowest_of_equal_clients_gets_its_share(tmp_path: Path) -> None:
    status, rows = bars(tmp_path / "bars.json", "--only", "slowest ÷ mean")
    assert status == 0
    assert rows[0]["ratio"] == 1


def test_the_share_of_the_slowest_client() -> None:
    def client(rate: float) -> Measured:
        return Measured(case="twoway", bytes=64, calls=9, elapsed_ns=1, per_second=rate)

    assert share_of_slowest(Together([client(3), client(1), client(2)], 1.0)) == 0.5


def test_clients_of_a_peer_that_is_missing_are_a_missed_bar(
    bench_bin: Path, tmp_path: Path
) -> None:
    (bench_bin / "omniorb-bench-client").unlink()
    status, rows = bars(tmp_path / "bars.json", "--only", "4 clients of one object, pool")
    assert status == 1
    assert "apt-get install" in str(rows[0]["reason"])


def test_an_unknown_bar_is_wrong_usage(bench_bin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", "bars", "--only", "sundial", "--bin", str(bench_bin)]) == 2
    assert "no bar's name holds 'sundial'" in capsys.readouterr().err


def timing(name: str, time: float, run_type: str = "iteration") -> codec_bar.Timing:
    return {"run_name": name, "run_type": run_type, "cpu_time": time, "real_time": 10 * time,
            "time_unit": "us"}  # fmt: skip


def test_the_codec_bar_pairs_repetitions_and_leaves_out_aggregates() -> None:
    small, large, *_ = codec_bar.codec_bars()
    timings = [timing("two_memcpy/1024", 2), timing("encode_and_decode/native/1024", 3),
               timing("encode_and_decode/native/1024", 2), timing("two_memcpy/1024", 2),
               timing("two_memcpy/1024", 9, "aggregate")]  # fmt: skip
    row = codec_bar.row(small, timings)
    assert row.ratio and row.ratio.median == 1.25
    assert row.ours and row.ours.median == 2500
    assert "no encode_and_decode" in codec_bar.row(large, timings).reason


def test_the_codec_bar_takes_the_time_that_a_sweep_of_offsets_reports() -> None:
    bar = next(bar for bar in codec_bar.codec_bars() if "offsets" in bar.name)
    row = codec_bar.row(bar, [timing(bar.ours, 3), timing(bar.limit, 2)])
    assert row.ratio and row.ratio.median == 1.5
    assert row.ours and row.ours.median == 30_000
    assert row.ok


def test_what_a_message_costs_is_the_difference_of_two_blocks() -> None:
    many = Costs(105, 1000, 100, 3, {"all": 205, "sendto": 101, "recvfrom": 102})
    one = Costs(5, 20, 2, 3, {"all": 7, "sendto": 2, "recvfrom": 3, "read": 2})
    message = per_message(many, one, 100)
    assert (message.allocations, message.involuntary) == (pytest.approx(100 / 99), 0)
    assert message.system_calls["sendto"] == 1
    assert message.system_calls["read"] == 0
    assert message.system_calls["all"] == 2
    assert named_calls(message) == "recvfrom 1.00, sendto 1.00"


def test_the_sum_of_system_calls_never_says_less_than_its_parts() -> None:
    many = Costs(system_calls={"all": 110, "sendto": 101})
    one = Costs(system_calls={"all": 60, "sendto": 2, "recvfrom": 50})
    assert per_message(many, one, 100).system_calls["all"] == 1


def test_calls_without_a_name_are_shown_as_other() -> None:
    assert named_calls(Costs(system_calls={"all": 3, "sendto": 1})) == "other 2.00, sendto 1.00"


def test_perfs_counts_are_read() -> None:
    text = """Events disabled
{"counter-value" : "145.000000", "unit" : "", "event" : "raw_syscalls:sys_enter"}
{"counter-value" : "<not counted>", "unit" : "", "event" : "syscalls:sys_enter_poll"}
{"counter-value" : "7.000000", "unit" : "", "event" : "syscalls:sys_enter_futex"}
"""
    assert parse_perf(text) == {"all": 145, "futex": 7}


def test_straces_table_is_read() -> None:
    text = """% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 60.00    0.000600           6       100        20 recvfrom
 40.00    0.000400           4       100           sendto
------ ----------- ----------- --------- --------- ----------------
100.00    0.001000           5       200        20 total
"""
    assert parse_strace(text) == {"all": 200, "recvfrom": 100, "sendto": 100}


def test_context_switches_of_this_very_process() -> None:
    before = context_switches(os.getpid())
    assert min(before) >= 0
    assert context_switches(os.getpid()) >= before


def test_every_mode_of_ours_is_on_the_path() -> None:
    names = [mode.name for mode in modes() if mode.peer == "orbweaver"]
    assert len(names) == len(set(names)) == 17
    assert "one-way SYNC_WITH_TARGET shm" in names
    assert "two-way collocated" in names


def test_a_path_that_cannot_be_counted_says_why(tmp_path: Path) -> None:
    row = measure_path(modes()[0], ALONE, 0, 10, tmp_path)
    assert row.client is None
    assert "orbweaver-bench-server is not in" in row.reason


def test_the_path_s_document_tells_how_it_was_made_and_how_busy_the_machine_was(
    tmp_path: Path,
) -> None:
    target = tmp_path / "path.json"
    words = ["--only", "collocated", "--bin", str(tmp_path), "--json", str(target)]
    assert run_command(["bench", "path", *words]) == 0
    document = json.loads(target.read_text())
    assert document["schema"] == "orbweaver-path/1"
    assert document["load"]["processors"] == len(os.sched_getaffinity(0))
    assert document["load"]["before"] >= 0
    assert document["load"]["after"] >= 0
    assert "orbweaver" in {one["peer"] for one in document["missing"]}
    assert all(row["reason"] for row in document["rows"])


def swept(folder: Path, *words: str) -> tuple[int, list[dict[str, object]]]:
    status = run_command(["bench", "--quick", "--out", str(folder), *words])
    return status, json.loads((folder / "bench.json").read_text())["points"]


@pytest.mark.usefixtures("bench_bin")
def test_the_sweep_makes_a_table_a_file_and_charts_that_need_no_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_RATIO", "1.5")
    monkeypatch.setitem(sys.modules, "kaleido", None)
    status, points = swept(tmp_path / "out")
    assert status == 0
    null = next(p for p in points if p["contestant"] == "orbweaver unix" and p["bytes"] == 0)
    assert null["to_raw"] and null["to_raw"]["median"] == pytest.approx(1.5)  # pyright: ignore
    words = capsys.readouterr().out
    assert "1.50x 1.5 µs" in words
    assert "no pictures: this needs the Python package kaleido: ./x setup png" in words
    assert "missing: zeromq: " in words and "apt-get install libzmq3-dev" in words
    html = (tmp_path / "out" / "index.html").read_text()
    assert "How long does a two-way call take?" in html
    assert "<script src" not in html


@pytest.mark.parametrize("words", [[], ["bars"], ["path"], ["deploy", "--json", "-"]])
def test_an_installation_says_what_it_can_measure(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ORBWEAVER_BIN", str(tmp_path))
    monkeypatch.setattr("orbweaver.run.installation.tree", lambda: None)
    monkeypatch.setitem(sys.modules, "plotly", None)
    assert run_command(["bench", *words]) == 1
    said = capsys.readouterr().err
    assert said.startswith("orbweaver: an installation can measure one thing: orbweaver bench rece")
    assert "./x bench" in said
    assert run_command(["bench", *words, "--help"]) == 0


def test_nothing_is_measured_where_the_page_could_not_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "plotly", None)
    assert run_command(["bench", "--quick", "--out", str(tmp_path / "out")]) == 1
    assert "needs the Python package plotly: ./x setup report" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed")
def test_a_chart_is_drawn_as_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("kaleido", reason="the extra png is not installed")
    line = Line("raw tcp", "raw", "tcp", [0, 64], [1.0, 2.0], [0.9, 1.9], [1.1, 2.1])
    chart = Chart("latency", "How long?", "µs", [Panel("same core", [line])], "made here")
    assert draw([chart], tmp_path) == ""
    assert (tmp_path / "latency.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("bench_bin")
def test_who_cannot_take_part_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_LACKS", "shm")
    _, points = swept(tmp_path / "out")
    assert any(p["contestant"] == "orbweaver shm" and p["reason"] for p in points)
    assert "not measured: " in capsys.readouterr().out


def test_sizes_are_evenly_placed_and_named() -> None:
    assert [size_label(size) for size in (0, 64, 8192, 32 << 20)] == [
        "0", "64 B", "8 KiB", "32 MiB"]  # fmt: skip


def test_only_what_compares_takes_part() -> None:
    assert not takes_part(Contestant("raw", "shm"), "oneway")
    assert not takes_part(Contestant("omniorb", "unix"), "delivery")
    assert not takes_part(Contestant("orbweaver", "unix", ("--sync", "none")), "twoway")
    assert takes_part(Contestant("orbweaver", "unix"), "delivery")
    assert message_of("delivery", 0).bytes == 64


def test_machine_counters_are_kept_apart_from_system_calls() -> None:
    text = """{"counter-value" : "900.000000", "event" : "instructions"}
{"counter-value" : "<not supported>", "event" : "cycles"}
{"counter-value" : "3.000000", "event" : "raw_syscalls:sys_enter"}
"""
    assert parse_perf(text) == {"instructions": 900, "all": 3}
    message = per_message(Costs(instructions=1000.0), Costs(instructions=10.0, cycles=5.0), 100)
    assert (message.instructions, message.cycles) == (10, None)


def test_callgrinds_total_is_read() -> None:
    assert callgrind_total("events: Ir\nfn=x\n1 2\ntotals: 12345\n") == 12345
    with pytest.raises(JobFailed, match="no total"):
        callgrind_total("events: Ir\n")
