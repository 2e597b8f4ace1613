# SPDX-License-Identifier: Apache-2.0
"""Paper 2: its studies with programs that keep the contract, and their sections of the page."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from conftest import add_bench_programs
from experiments_by_name import run_study
from orbweaver.experiments.connect.measure import builds
from orbweaver.experiments.find import all_experiments
from orbweaver.experiments.overhead.capture import Frame, complaint, parse_frames
from orbweaver.experiments.overhead.measure import per_call, port_of
from orbweaver.model.peer import peers
from orbweaver.model.schema import Provenance, StudyRow, StudyRun
from orbweaver.model.settings import Settings
from orbweaver.page.blocks import Finding, Table, flat
from orbweaver.problems import BadInput, JobFailed
from orbweaver.record.store import store
from orbweaver.report.build import Page, build
from orbweaver.report.html import html
from orbweaver.results.load import load
from orbweaver.studies.calls import measure as calls
from orbweaver.studies.calls.ethernet import ethernet_bytes, frames_on_ethernet
from orbweaver.studies.calls.rate import bits_per_second, transfer_s

QUICK = Settings(quick=True)
TYPES = ("octet", "short", "float", "double")


def processors(monkeypatch: pytest.MonkeyPatch, *usable: int) -> None:
    def affinity(_: int) -> set[int]:
        return set(usable)

    monkeypatch.setattr("os.sched_getaffinity", affinity)


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 2, 5)


@pytest.fixture
def peers_bin(bench_bin: Path) -> Path:
    for peer in ("zeromq", "encodings"):
        add_bench_programs(bench_bin, peer)
    return bench_bin


def rows_of(name: str, orb: str) -> list[StudyRow]:
    run, messages = run_study(all_experiments()[name], orb, QUICK)
    assert not [line for line in messages if "orbweaver for size" not in line]
    return run.rows


def met(rows: Sequence[StudyRow], *keys: str) -> set[str]:
    """What the rows have under the keys, each value once."""
    return {" ".join(str(row[key]) for key in keys) for row in rows}


def nothing_is_installed(_: str) -> None:
    return None


@pytest.mark.usefixtures("peers_bin")
def test_a_null_call_is_timed_on_every_way_in_both_places() -> None:
    assert met(rows_of("invocation", "orbweaver"), "way", "pinning") == {
        "collocated same core", "marshalled same core", "marshalled any core",
        "unix same core", "unix across cores", "tcp same core", "tcp across cores",
        "shm same core", "shm across cores",
    }  # fmt: skip


@pytest.mark.usefixtures("peers_bin")
def test_cycles_are_the_median_in_ticks_of_the_counter() -> None:
    row = rows_of("invocation", "omniorb")[0]
    assert row["counter_mhz"] == pytest.approx(2300)
    assert row["call_cycles"] == pytest.approx(2300)  # of a call of 1000 ns


@pytest.mark.usefixtures("peers_bin")
def test_raw_has_no_calls_within_the_process_and_polls_on_two_processors_only() -> None:
    assert met(rows_of("invocation", "raw"), "way", "pinning") == {
        "unix same core", "unix across cores", "tcp same core", "tcp across cores",
        "shm across cores",
    }  # fmt: skip


def test_jacorb_is_called_within_the_process_and_over_tcp(peers_bin: Path) -> None:
    add_bench_programs(peers_bin, "jacorb")
    places = {"collocated same core", "tcp same core", "tcp across cores"}
    assert met(rows_of("invocation", "jacorb"), "way", "pinning") == places
    assert met(rows_of("connect", "jacorb"), "way", "build") == {"tcp packaged"}


def test_tao_encodes_nothing_within_the_process(peers_bin: Path) -> None:
    add_bench_programs(peers_bin, "tao")
    assert met(rows_of("invocation", "tao"), "way") == {"collocated", "unix", "tcp"}
    assert met(rows_of("connect", "tao"), "way", "build") == {"unix installed", "tcp installed"}


@pytest.mark.usefixtures("peers_bin")
def test_every_cell_of_table_1_is_measured_on_every_way() -> None:
    rows = rows_of("marshalling", "omniorb")
    unix = [row for row in rows if (row["way"], row["pinning"]) == ("unix", "same core")]
    cells = [(shape, name) for shape in ("basic", "array", "sequence") for name in TYPES]
    assert [(row["shape"], row["type"]) for row in unix] == cells


@pytest.mark.usefixtures("peers_bin")
def test_encodings_are_measured_beside_raw() -> None:
    rows = [row for row in rows_of("marshalling", "raw") if row["way"] == "memory"]
    assert met(rows, "encoding") == {"cdr", "cdr-foreign", "eight", "ndr", "xdr"}
    assert len(rows) == 5 * 12
    assert all(row["encoded_bytes"] for row in rows)


def test_missing_encodings_are_reported_with_the_command_that_installs_them(
    bench_bin: Path,
) -> None:
    reason = all_experiments()["marshalling"].why_not("raw", QUICK)
    assert reason and "encodings-bench-client is not in" in reason
    assert "apt-get install libtirpc-dev" in reason


def test_a_missing_peer_is_reported(tmp_path: Path) -> None:
    for name in ("invocation", "connect", "data-rate"):
        with pytest.raises(BadInput, match="apt-get install omniidl"):
            run_study(all_experiments()[name], "omniorb", Settings(bin=tmp_path))


@pytest.mark.usefixtures("peers_bin")
def test_a_way_that_a_peer_refuses_is_reported_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_LACKS", "shm")
    run, messages = run_study(all_experiments()["invocation"], "orbweaver", QUICK)
    assert met(run.rows, "way") == {"collocated", "marshalled", "unix", "tcp"}
    assert len(messages) == 2
    assert all("shm" in line and "this version has no shm" in line for line in messages)


@pytest.mark.usefixtures("peers_bin")
def test_first_and_second_calls_are_timed_where_there_is_a_connection() -> None:
    ours, theirs = rows_of("connect", "orbweaver"), rows_of("connect", "omniorb")
    assert met(ours, "turn") == {"first", "second"}
    assert met(ours, "way") == {"marshalled", "unix", "tcp", "shm"}
    assert met(theirs, "way") == {"unix", "tcp"}
    assert met(theirs, "build") == {"packaged"}


def test_the_build_for_size_lies_beside_that_for_speed(peers_bin: Path, tmp_path: Path) -> None:
    speed = tmp_path / "build/release/bin"
    small = tmp_path / "build/size/bin"
    for folder in (speed, small):
        folder.mkdir(parents=True)
        add_bench_programs(folder, "orbweaver")
    chosen = Settings(quick=True, bin=speed)
    assert [(name, one.bin) for name, one in builds("orbweaver", chosen)] == [
        ("speed", speed), ("size", small)]  # fmt: skip
    run, messages = run_study(all_experiments()["connect"], "orbweaver", chosen)
    assert met(run.rows, "build") == {"speed", "size"}
    assert not messages
    (small / "orbweaver-bench-client").unlink()
    run, messages = run_study(all_experiments()["connect"], "orbweaver", chosen)
    assert met(run.rows, "build") == {"speed"}
    assert "./x bench size builds it" in messages[0]


@pytest.mark.usefixtures("peers_bin")
def test_blocks_are_a_coordinate() -> None:
    run, _ = run_study(all_experiments()["data-rate"], "zeromq", QUICK)
    assert run.coordinates == ["way", "pinning", "elements"]
    assert met(run.rows, "elements") == {"1", "32", "1024", "32768"}


def test_every_orb_of_the_studies_is_a_peer() -> None:
    names = ("invocation", "marshalling", "connect", "data-rate", "overhead")
    assert {orb for name in names for orb in all_experiments()[name].peers} <= set(peers())


CAPTURED = [
    b"100.5\t4711\t64\t32\t20\t",
    b"100.6\t40000\t24\t32\t20\t",
    b"100.7\t\t\t\t20\t15",  # the mark
    b"100.8\t4711\t0\t32\t20\t",
]


def test_a_refused_capture_is_reported_in_one_line() -> None:
    said = b"""Running as user "root" and group "root". This could be dangerous.
Capturing on 'lo'
tshark: cap_set_proc() fail return: Operation not permitted

"""
    assert complaint(said) == "cap_set_proc() fail return: Operation not permitted"
    assert complaint(b"") == "it said nothing"
    advised = b"""Capturing on 'Loopback: lo'
tshark: You do not have permission to capture on device "lo".
(socket: Operation not permitted)
    sudo dpkg-reconfigure wireshark-common
tshark: 
0 packets captured
"""
    assert complaint(advised) == 'You do not have permission to capture on device "lo"'


def test_frames_are_read_and_marks_are_not_among_them() -> None:
    frames = parse_frames(CAPTURED, 4711)
    assert frames[0] == Frame(100.5, True, 64, 32, 20)
    assert [frame.to_server for frame in frames] == [True, False, True]


def test_bytes_are_those_of_one_call() -> None:
    row = per_call(parse_frames(CAPTURED, 4711), calls=2)
    assert (row["request_bytes"], row["reply_bytes"], row["frames_count"]) == (32, 12, 1.5)
    assert (row["tcp_header_bytes"], row["ip_header_bytes"]) == (32, 20)
    with pytest.raises(JobFailed, match="holds no frame"):
        per_call([], 2)


@pytest.mark.parametrize(
    ("reference", "port"),
    [
        ("tcp:127.0.0.1:4711", 4711),
        ("tcp://127.0.0.1:4711 tcp://127.0.0.1:4712", 4711),
        ("corbaloc:iiop:127.0.0.1:4713/key", 4713),
    ],
)
def test_the_port_is_read_from_every_kind_of_reference(reference: str, port: int) -> None:
    assert port_of(reference) == port


def test_a_machine_without_tshark_reports_what_to_install(
    peers_bin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", nothing_is_installed)
    reason = all_experiments()["overhead"].why_not("orbweaver", QUICK)
    assert reason and "apt-get install tshark" in reason


def test_equation_1_gives_the_published_rates() -> None:
    assert bits_per_second(transfer_s(8075, 720), 1) == pytest.approx(11145, rel=1e-4)
    assert bits_per_second(transfer_s(67461, 720), 1024) == pytest.approx(1366122, rel=1e-4)


def test_ethernet_counts_whole_frames() -> None:
    assert frames_on_ethernet(0, 52) == 1
    assert frames_on_ethernet(1448, 52) == 1
    assert frames_on_ethernet(1449, 52) == 2
    assert ethernet_bytes(100, 52) == 178


def one_run(name: str, orb: str, rows: list[StudyRow]) -> StudyRun:
    return StudyRun(
        experiment=name, orb=orb, paper=2,
        provenance=Provenance(
            version="1", commit="c", date="2026-01-01T00:00:00+00:00", cpu="x", cores=2,
            kernel="k", compiler="g", pinning="none", scheduler="other",
        ),
        config={}, rows=rows,
        coordinates=[key for key in rows[0] if not isinstance(rows[0][key], float | dict)],
    )  # fmt: skip


def call(ns: float) -> StudyRow:
    return {"call_ns": {"p50": ns, "p99": 2 * ns}, "call_cycles": 2 * ns, "counter_mhz": 2000.0}


def marshalled(octet: float, double: float, array: float, sequence: float) -> list[StudyRow]:
    place: StudyRow = {"way": "marshalled", "pinning": "same core", "encoding": "wire"}
    basic = {"octet": octet, "double": double}
    return [
        {**place, "shape": shape, "type": name,
         **call({"basic": basic.get(name, octet), "array": array, "sequence": sequence}[shape])}
        for shape in ("basic", "array", "sequence") for name in TYPES
    ]  # fmt: skip


def page_of(folder: Path, *runs: StudyRun) -> Page:
    for run in runs:
        store(run, folder)
    return build(load(folder))


def answers(page: Page) -> list[Finding]:
    return [one for chapter in page.chapters for _, view in chapter.sections for one in view.answer]


def tables(page: Page) -> dict[str, Table]:
    blocks = [
        block for chapter in page.chapters for _, view in chapter.sections
        for block in flat(view.blocks)
    ]  # fmt: skip
    return {block.title: block for block in blocks if isinstance(block, Table)}


def test_table_1_stands_beside_the_published_one(tmp_path: Path) -> None:
    page = page_of(tmp_path, one_run("marshalling", "orbweaver", marshalled(100, 90, 800, 900)))
    table = tables(page)["Table 1: cycles of a call, one processor"]
    assert [group.title.partition(":")[0] for group in table.groups] == [
        "Published", "Orbweaver, marshalled"]  # fmt: skip
    published, measured = table.groups
    assert [cell.text for cell in published.rows[0].cells] == [  # pyright: ignore
        "8,427", "8,253", "8,075", "7,798"]  # fmt: skip
    assert measured.rows[1].cells[0].value == 1600  # pyright: ignore
    assert "2.00 GHz" in table.note


def test_claims_follow_the_data(tmp_path: Path) -> None:
    as_published = one_run("marshalling", "orbweaver", marshalled(100, 90, 800, 900))
    otherwise = one_run("marshalling", "omniorb", marshalled(90, 100, 100_000, 90_000))
    found = answers(page_of(tmp_path, *(3 * [as_published, otherwise])))

    def status(contestant: str, words: str) -> str:
        return next(
            one.status for one in found if contestant in one.contestant and words in one.text
        )

    assert status("Orbweaver", "larger basic type") == "confirmed"
    assert status("omniORB", "larger basic type") == "contradicted"
    assert status("Orbweaver", "Blocks pay") == "confirmed"
    assert status("omniORB", "Blocks pay") == "contradicted"
    # Sequences of doubles should be faster than arrays, those of others slower.
    assert status("Orbweaver", "Arrays are faster") == "contradicted"


def test_small_differences_of_one_repetition_decide_nothing(tmp_path: Path) -> None:
    found = answers(page_of(tmp_path, one_run("marshalling", "orbweaver",
                                              marshalled(100, 90, 800, 900))))  # fmt: skip
    reported = {one.text.partition(",")[0].partition(".")[0]: one.status for one in found}
    assert reported["A larger basic type is faster"] == "undecided"
    assert reported["Arrays are faster below eight bytes and sequences at eight"] == "undecided"
    assert reported["Blocks pay"] == "seen once"


def test_a_call_is_held_against_raw_on_the_same_way(tmp_path: Path) -> None:
    place: StudyRow = {"way": "unix", "pinning": "same core"}
    page = page_of(
        tmp_path,
        one_run("invocation", "zeromq", [{**place, **call(2500)}]),
        one_run("invocation", "orbweaver", [{**place, **call(1500)}]),
        one_run("invocation", "orbweaver", [{**place, **call(1500)}]),
        one_run("invocation", "zeromq", [{**place, **call(2500)}]),
        one_run("invocation", "raw", [{**place, **call(1000)}]),
    )
    found = {one.contestant: one for one in answers(page)}
    assert found["Orbweaver, one processor"].status == "confirmed"
    assert "unix 1.500" in found["Orbweaver, one processor"].text
    assert found["ZeroMQ, one processor"].status == "contradicted"
    assert len(found) == 2


def test_first_calls_and_builds_are_compared(tmp_path: Path) -> None:
    place: StudyRow = {"way": "unix", "pinning": "same core"}
    rows: list[StudyRow] = [
        {**place, "build": build, "turn": turn, **call(ns)}
        for build, turn, ns in (("speed", "first", 1000), ("speed", "second", 100),
                                ("size", "first", 1200), ("size", "second", 110))
    ]  # fmt: skip
    page = page_of(tmp_path, *(2 * [one_run("connect", "orbweaver", rows)]))
    first, builds_compared = answers(page)
    assert (first.status, builds_compared.status) == ("confirmed", "confirmed")
    assert "unix 1.200; published: 1.093" in builds_compared.text
    table = tables(page)["Table 2: making a connection, one processor"]
    # What is printed beside the cycles is not what they take at 720 MHz.
    assert [cell.text for cell in table.groups[0].rows[0].cells if cell] == [  # pyright: ignore
        "13.4", "13.1", "9,427"]  # fmt: skip


def test_rates_come_from_the_formula_and_the_paper_stands_beside(tmp_path: Path) -> None:
    rows: list[StudyRow] = [
        {"way": "unix", "pinning": "same core", "elements": size, **call(ns)}
        for size, ns in ((1, 1000.0), (1024, 2000.0))
    ]
    page = page_of(tmp_path, *(2 * [one_run("data-rate", "orbweaver", rows)]))
    (found,) = answers(page)
    assert found.status == "confirmed"
    # 1024 bits / 8 in 2 µs; two transfers of delay.
    assert "unix 64 (512 times; delay 4 instead of 2 µs)" in found.text
    table = tables(page)["Most data, Mbit/s, by floats in a block, one processor"]
    assert table.groups[0].rows[1].cells[1].value == pytest.approx(1366122, rel=1e-4)  # pyright: ignore


def on_the_wire(payload: int, request: float) -> StudyRow:
    return {
        "message": "null call" if not payload else "sequence of 1024 octet",
        "payload_bytes": payload, "request_bytes": request, "reply_bytes": 24.0,
        "frames_count": 2.0, "tcp_header_bytes": 32.0, "ip_header_bytes": 20.0,
        "giop_request_bytes": request,
    }  # fmt: skip


def test_overhead_is_what_is_not_arguments(tmp_path: Path) -> None:
    run = one_run("overhead", "orbweaver", [on_the_wire(0, 60.0), on_the_wire(1024, 1100.0)])
    page = page_of(
        tmp_path, *(2 * [run.model_copy(update={"coordinates": ["message", "payload_bytes"]})])
    )
    iiop, headers, many = answers(page)
    assert (iiop.status, headers.status, many.status) == ("confirmed", "contradicted", "confirmed")
    assert "60 to 76 bytes" in iiop.text
    row = tables(page)["Bytes of a two-way call over TCP"].groups[1].rows[0]
    # 60 and 24 with headers of 52, and 26 for each of the two frames.
    assert row.cells[-1].value == 60 + 24 + 2 * (52 + 26)  # pyright: ignore


def test_the_page_holds_every_section_with_its_charts(tmp_path: Path) -> None:
    place: StudyRow = {"way": "unix", "pinning": "across cores"}
    text = html(
        page_of(
            tmp_path,
            one_run("invocation", "orbweaver", [{**place, **call(1500)}]),
            one_run("marshalling", "orbweaver", marshalled(100, 90, 800, 900)),
            one_run("data-rate", "orbweaver", [{**place, "elements": 1024, **call(1500)}]),
        )
    )
    for words in ("Figure 8: marshalled, one processor", "Data rate by block, two processors",
                  "Encodings: CDR, units of eight, XDR, NDR"):  # fmt: skip
        assert words in text


def test_ways_of_one_processor_are_those_that_do_not_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 0)
    shm = next(way for way in calls.ways("raw") if way.name == "shm")
    assert calls.spots("raw", shm) == []
    marshalled_way = next(way for way in calls.ways("orbweaver") if way.name == "marshalled")
    assert [spot.name for spot in calls.spots("orbweaver", marshalled_way)] == ["same core"]


def test_who_counts_no_cycles_is_reported_in_time(tmp_path: Path) -> None:
    rows: list[StudyRow] = [
        {"way": "tcp", "pinning": "same core", "encoding": "wire", "shape": shape, "type": name,
         "call_ns": {"p50": 1000.0, "p99": 2000.0}}
        for shape in ("basic", "array", "sequence")
        for name in TYPES
    ]  # fmt: skip
    page = page_of(tmp_path, one_run("marshalling", "jacorb", rows))
    (blocks,) = [found for found in answers(page) if "Blocks pay" in found.text]
    assert "tcp 1,024" in blocks.text
    titles = {name: [group.title for group in table.groups] for name, table in tables(page).items()}
    assert "JacORB, tcp" in titles["Table 1 in nanoseconds, one processor"]
    assert "JacORB, tcp" not in titles["Table 1: cycles of a call, one processor"]
