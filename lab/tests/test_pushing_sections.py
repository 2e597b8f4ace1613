# SPDX-License-Identifier: Apache-2.0
"""What the page says of papers 3 and 4: confirmed or contradicted, from known values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from claim_examples import deployed
from experiments_by_name import study_of
from orbweaver.experiments.find import all_experiments
from orbweaver.experiments.latency import experiment as latency
from orbweaver.experiments.packet_api import experiment as packet_api
from orbweaver.experiments.packet_size import experiment as packet_size
from orbweaver.experiments.scheduling import experiment as scheduling
from orbweaver.experiments.threading import experiment as threading
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.page.blocks import Block, Chart, Gap, Number, Table, flat
from orbweaver.page.evidence import Evidence
from orbweaver.record.store import store
from orbweaver.report.build import build
from orbweaver.report.html import html
from orbweaver.results.load import load
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.points import agreed
from orbweaver.studies.packets.traces import distribution

Row = Mapping[str, object]


def summary(value: float, most: float | None = None) -> dict[str, float]:
    parts = dict.fromkeys(("min", "mean", "p50", "p80", "p90", "p99"), value)
    tail = most or value
    return {"count": 100, "stddev": 1.0, **parts, "p999": tail, "max": tail}


def pushed(value: float, most: float | None = None, /, **place: object) -> Row:
    return {**place, "packets_count": 100, "taken_us": summary(value, most),
            "call_us": summary(value, most), "samples_us": [value, value],
            "slowest_us": [value, most or value], "kept_every_count": 50}  # fmt: skip


def nothing_missing(orb: str, settings: Settings) -> None:
    """The programs are not needed."""


def that_gives(rows: Sequence[Row]) -> Callable[[str, Settings, Progress], Measurement]:
    def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
        return Measurement({"packets": 1}, rows)

    return measure


def evidence(folder: Path, name: str, rows: Mapping[str, Sequence[Row]]) -> Evidence:
    """Two equal runs of the study for each ORB, with these rows."""
    for orb, own in rows.items():
        about = all_experiments()[name]
        runs = replace(study_of(about), check=nothing_missing, measure=that_gives(own))
        run, _ = replace(about, runs=runs).run(orb, Settings())
        store(run, folder)
        store(run, folder)
    return Evidence(load(folder))


def texts(found: Table) -> dict[str, list[str]]:
    """Each row's cells as people read them."""
    return {
        row.head: [cell.text if isinstance(cell, Number) else str(cell or "") for cell in row.cells]
        for group in found.groups
        for row in group.rows
    }


def test_a_small_difference_decides_nothing() -> None:
    assert agreed([0.5, 0.6]) == "confirmed"
    assert agreed([2.0, 3.0]) == "contradicted"
    assert [agreed(few) for few in ([0.97], [1.04], [0.5, 2.0], [])] == ["undecided"] * 4


def test_a_histogram_holds_every_sample() -> None:
    trace = distribution("x", [1.0, 10.0, 100.0, 100.0], "#000000")
    shares = trace["y"]
    assert isinstance(shares, list)
    assert sum(shares) == pytest.approx(100.0)  # pyright: ignore
    assert shares[-1] == pytest.approx(50.0)


def test_latency_stands_beside_the_papers(tmp_path: Path) -> None:
    found = evidence(tmp_path, "latency", {
        "omniorb": [pushed(value, pinning="same core", transport=way)
                    for way, value in (("unix", 10.0), ("tcp", 20.0))],
        "orbweaver": [pushed(value, pinning="same core", transport=way)
                      for way, value in (("unix", 9.0), ("tcp", 6.0), ("shm", 3.0))],
    })  # fmt: skip
    ours_tcp, ours_means, spread, ours_shm, theirs, means, _ = latency.EXPERIMENT.answer(found)
    assert (ours_tcp.status, ours_shm.status, theirs.status) == (
        "contradicted", "confirmed", "confirmed")  # fmt: skip
    assert (ours_means.status, means.status, spread.status) == (
        "contradicted", "confirmed", "undecided")  # fmt: skip
    assert "0.50 of tcp's time" in theirs.text
    assert "paper: 0.58" in means.text
    blocks = flat(latency.EXPERIMENT.blocks(found))
    (table,) = [block for block in blocks if isinstance(block, Table)]
    cells = texts(table)
    assert cells["unix"][:3] == ["50", "62", "8"]
    assert cells["tcp"][:3] == ["100", "107", "14"]
    assert cells["omniORB, tcp"][1] == "20"
    titles = [block.title for block in blocks if isinstance(block, Chart)]
    assert titles[:2] == ["Figure 4: latency over unix, same core",
                          "Figure 5: latency over tcp, same core"]  # fmt: skip


def grown(per_element: float, base: float, **place: object) -> list[Row]:
    return [pushed(base + n * per_element, elements=n, **place) for n in range(0, 4097, 1024)]


def test_a_straight_line_is_reported_with_its_slope(tmp_path: Path) -> None:
    jumps = [pushed(value, elements=n, pinning="same core", transport="tcp")
             for n, value in enumerate((5.0, 1.0, 9.0))]  # fmt: skip
    rows = [*grown(0.01, 5.0, pinning="same core", transport="unix"), *jumps]
    found = evidence(tmp_path, "packet-size", {"orbweaver": rows})
    unix, tcp = packet_size.EXPERIMENT.answer(found)
    assert (unix.status, tcp.status) == ("confirmed", "undecided")
    assert "a line of 5 µs and 10 ns for each element explains 100 % of the variance" in unix.text
    (chart,) = [b for b in flat(packet_size.EXPERIMENT.blocks(found)) if isinstance(b, Chart)]
    assert chart.title == "Figure 6: latency against packet size, same core"
    assert texts(chart.values)["4,096"][0] == "46"


def busy_and_idle(fifo_busy: float, fifo_most: float) -> list[Row]:
    return [
        pushed(value, most, load=load, pinning="same core", scheduler=scheduler)
        for load, scheduler, value, most in (
            ("idle", "other", 10.0, 50.0), ("idle", "fifo", 10.0, 20.0),
            ("busy", "other", 12.0, 4000.0), ("busy", "fifo", fifo_busy, fifo_most))
    ]  # fmt: skip


def test_real_time_that_bounds_the_tail_confirms_the_paper(tmp_path: Path) -> None:
    rows = {"orbweaver": busy_and_idle(11.0, 80.0), "omniorb": busy_and_idle(30.0, 9000.0)}
    found = evidence(tmp_path, "scheduling", rows)
    statuses = [finding.status for finding in scheduling.EXPERIMENT.answer(found)]
    assert statuses == ["confirmed", "confirmed", "contradicted", "contradicted"]
    charts = [b for b in flat(scheduling.EXPERIMENT.blocks(found)) if isinstance(b, Chart)]
    assert [chart.title for chart in charts][:2] == [
        "Figure 3: Orbweaver, idle, same core", "Figure 3: Orbweaver, busy, same core",
    ]  # fmt: skip
    # Idle and busy have the same axis, and the slowest packets are drawn too.
    assert charts[0].layout["yaxis"] == charts[1].layout["yaxis"]
    assert [trace["y"] for trace in charts[1].traces] == [
        2 * [12.0, 12.0], 2 * [12.0, 4000.0], 2 * [11.0, 11.0], 2 * [11.0, 80.0],
    ]  # fmt: skip


def called(threading_: str, connections: int, calling: str, value: float) -> Row:
    return {"threading": threading_, "connections": connections, "calling": calling,
            "call_us": summary(value), "slowest_call_us": value,
            "calls_per_second": 1e6 / value}  # fmt: skip


def test_threads_and_pool_are_held_against_each_other(tmp_path: Path) -> None:
    rows: list[Row] = [
        *(called(way, 1, "one", value) for way, value in (("per-connection", 10), ("pool", 14))),
        *(called(way, 64, "all", value) for way, value in (("per-connection", 90), ("pool", 190))),
        {"threading": "per-connection", "calling": "first", "first_call_us": summary(500.0),
         "samples_us": [400.0, 500.0, 600.0]},
    ]  # fmt: skip
    found = evidence(tmp_path, "threading", {"omniorb": rows})
    first, few, many = threading.EXPERIMENT.answer(found)
    assert (first.status, few.status, many.status) == ("confirmed", "confirmed", "contradicted")
    assert "500 µs, 50 times a later one" in first.text
    tables = [b for b in flat(threading.EXPERIMENT.blocks(found)) if isinstance(b, Table)]
    assert texts(tables[-1])["omniORB, per-connection"] == ["500", "600", "10", "50"]


def over_links(added_us: float, sender: str = "own") -> list[Row]:
    """A fixed time, what the ORB adds, and the link's own."""
    return [
        pushed(100 + added_us + 1000 * packet_api.limit_ms(size, mbit),
               link_mbit=mbit, payload=size, sender=sender)
        for mbit in (10, 100, 1000)
        for size in (2, 512, 32768, 262144)
    ]  # fmt: skip


def test_table_1_and_figures_1_to_3_stand_beside_the_papers(tmp_path: Path) -> None:
    rows = {"raw": over_links(0), "omniorb": over_links(400)}
    found = evidence(tmp_path, "packet-api", rows)
    blocks = flat(packet_api.EXPERIMENT.blocks(found))
    table = next(block for block in blocks if isinstance(block, Table))
    assert table.columns == ["10 Mb/s", "100 Mb/s", "1000 Mb/s"]
    published, received, _ = [texts(replace(table, groups=[group])) for group in table.groups]
    assert published["raw TCP"] == ["0.494", "0.248", "0.234"]
    assert published["TAO"][0] == "2.340"
    # 2 bytes take 1.6 µs on the link, 512 take 409.6; the mean of both, and 100 µs.
    assert received["raw sockets"][0] == "0.306"
    assert received["omniORB"][0] == "0.706"
    charts = [block.title for block in blocks if isinstance(block, Chart)]
    assert charts == [f"Figure {number}: time of a packet on a link of {mbit} Mb/s"
                      for number, mbit in ((1, 10), (2, 100), (3, 1000))]  # fmt: skip
    gaps = {block.what: block.why for block in blocks if isinstance(block, Gap)}
    assert gaps["nuttcp"] == "not installed: apt-get install nuttcp"
    assert "ORBexpress" in gaps
    assert "peers/tao/README.md" in gaps["TAO"]


def test_an_orb_that_adds_a_fixed_time_confirms_the_paper(tmp_path: Path) -> None:
    rows = {"raw": over_links(0) + over_links(0, "nuttcp"), "omniorb": over_links(400)}
    found = evidence(tmp_path, "packet-api", rows)
    small, large, *_ = packet_api.EXPERIMENT.answer(found)
    assert (small.status, large.status) == ("confirmed", "confirmed")
    blocks = flat(packet_api.EXPERIMENT.blocks(found))
    assert "nuttcp" not in [block.what for block in blocks if isinstance(block, Gap)]
    drawn = {str(trace["name"]): trace["x"] for trace in _first_chart(blocks).traces}
    assert drawn["nuttcp"] == [32768, 262144]  # its clock sees nothing of smaller packets
    assert drawn["omniORB"] == [2, 512, 32768, 262144]


def test_published_lines_differ_in_dash_grey_and_mark_and_have_labels(tmp_path: Path) -> None:
    found = evidence(tmp_path, "packet-api", {"raw": over_links(0)})
    for chart in [b for b in flat(packet_api.EXPERIMENT.blocks(found)) if isinstance(b, Chart)]:
        lines = [one for one in chart.traces if str(one["name"]).startswith("Published")]
        assert len(lines) == 4
        for part, name in (("line", "color"), ("line", "dash"), ("marker", "symbol")):
            assert len({one[part][name] for one in lines}) == 4  # pyright: ignore
        labels = {"".join(one["text"]) for one in lines}  # pyright: ignore
        assert labels == {"raw TCP", "ORBexpress", "omniORB", "TAO"}


def _first_chart(blocks: Sequence[Block]) -> Chart:
    return next(block for block in blocks if isinstance(block, Chart))


def test_an_orb_as_quick_as_raw_sockets_contradicts_nothing_but_decides_nothing(
    tmp_path: Path,
) -> None:
    rows = {"raw": over_links(0), "orbweaver": over_links(0)}
    small, large, *_ = packet_api.EXPERIMENT.answer(evidence(tmp_path, "packet-api", rows))
    assert (small.status, large.status) == ("undecided", "undecided")


def test_without_raw_there_is_no_limit_and_the_page_says_how_to_get_it(tmp_path: Path) -> None:
    found = evidence(tmp_path, "packet-api", {"orbweaver": over_links(0)})
    gaps = {b.what: b.why for b in flat(packet_api.EXPERIMENT.blocks(found)) if isinstance(b, Gap)}
    assert gaps["Raw TCP"] == "not run: orbweaver lab run packet-api --orb raw"
    assert [finding.status for finding in packet_api.EXPERIMENT.answer(found)] == ["contradicted"]


def test_all_of_them_are_on_one_page(tmp_path: Path) -> None:
    evidence(tmp_path, "packet-api", {"raw": over_links(0)})
    evidence(tmp_path, "scheduling", {"orbweaver": busy_and_idle(11.0, 80.0)})
    page = html(build(load(tmp_path)))
    assert "Table 1: mean time of packets of 2 to 512 bytes, ms" in page
    assert "Figure 3: Orbweaver, busy, same core" in page


def test_a_deployed_waveform_stands_beside_the_bench_programs(tmp_path: Path) -> None:
    deployed(0.98, 1.01, 1.04)(tmp_path)
    found = Evidence(load(tmp_path))
    (finding,) = packet_api.EXPERIMENT.answer(found)
    assert finding.status == "confirmed"
    assert "until the call returns, 10 Mb/s: +1.00 %" in finding.text
    blocks = flat(packet_api.EXPERIMENT.blocks(found))
    spread, sizes = [b for b in blocks if isinstance(b, Table) and "deployed" in b.title]
    assert texts(spread)["1000 Mb/s"] == ["1.010", "0.980", "1.040", "6"]
    assert texts(sizes)["512"][:3] == ["0.1", "0.101", "1.010"]
    assert not [b for b in blocks if isinstance(b, Chart)]
