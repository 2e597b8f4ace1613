# SPDX-License-Identifier: Apache-2.0
"""Paper 4: packets of the JTRS Packet API between two hosts."""

from collections.abc import Sequence
from statistics import fmean, median

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.packet_api import deployed_page
from orbweaver.experiments.packet_api.runs import check, measure
from orbweaver.model.peer import LIMIT, colour_of, peers
from orbweaver.model.published import papers
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Block, Cell, Chart, Finding, Gap, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.colours import GREY
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import less_than
from orbweaver.page.numbers import estimated, plain
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.stats import Estimate, median_interval
from orbweaver.studies.packets.points import MARGIN, agreed, middle, pick, places
from orbweaver.studies.packets.traces import curve, level
from orbweaver.studies.study import Study

PUBLISHED = papers().packet_api_orbs.mean_ms_2_to_512_bytes
SMALL = 512
"""Payloads up to this are the paper's table."""
FIGURES = {10: 1, 100: 2, 1000: 3}
SEEN_BY_NUTTCP = 4096
"""Smaller packets fit a segment or two, and are there before its clock begins."""
NUTTCP_COLOUR = "#a1803c"
LARGE = 32768
"""From here on the link's rate should rule."""

Contest = tuple[StudyGroup, str]
"""A group, and its sender: the lab's own program, or nuttcp."""


SLOWER = Claim(
    "An ORB adds time to small packets",
    f"raw TCP's median over that of the call, at each rate: below {1 - MARGIN:g} at each; "
    f"contradicted if above {1 + MARGIN:g} at each",
)

DIMINISHES = Claim(
    "What an ORB adds diminishes in large packets",
    f"its time over raw TCP's with large packets, over that with small ones: below {1 - MARGIN:g} "
    f"at each rate; contradicted if above {1 + MARGIN:g} at each",
)

EVEN = less_than(2)
FLAT = Claim(
    "Small packets take about the same",
    f"the largest median over the smallest, at each rate: {EVEN.words}",
)


def ms(value: float) -> str:
    """Milliseconds, three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _contests(groups: Sequence[StudyGroup]) -> list[Contest]:
    return [(group, str(sender)) for group in groups for sender in places([group], "sender")]


def _label(contest: Contest) -> str:
    group, sender = contest
    return group.label if sender == "own" else sender


def _colour(contest: Contest) -> str:
    group, sender = contest
    return colour_of(group.first.orb) if sender == "own" else NUTTCP_COLOUR


def _points(contest: Contest, mbit: int) -> list[StudyPoint]:
    group, sender = contest
    return pick(group, link_mbit=mbit, sender=sender)


def _payload(point: StudyPoint) -> int:
    value = point.at("payload")
    assert isinstance(value, int)
    return value


def small_mean_ms(contest: Contest, mbit: int, key: str) -> Estimate | None:
    """The mean over the payloads of the paper's table, as the median of the repeats."""
    small = [point for point in _points(contest, mbit) if _payload(point) <= SMALL]
    columns = [point.values(key, "mean") for point in small]
    repeats = [fmean(values) / 1000 for values in zip(*columns, strict=False)]
    return median_interval(repeats) if repeats else None


def _table(groups: Sequence[StudyGroup]) -> Table:
    contests = _contests(groups)
    measured = [
        RowGroup(title, [
            Row(_label(contest), [_mean_cell(contest, mbit, key) for mbit in FIGURES])
            for contest in contests
            if key == "taken_us" or contest[1] == "own"
        ])
        for title, key in (("Measured, until the receiver has the packet", "taken_us"),
                           ("Measured, until the call returns", "call_us"))
    ]  # fmt: skip
    return Table(
        f"Table 1: mean time of packets of 2 to {SMALL} bytes, ms",
        [f"{mbit} Mb/s" for mbit in FIGURES],
        [RowGroup('Published, "to send and receive the Packet"', _published_rows()), *measured],
        note="Published raw TCP is ttcp and nuttcp, the latter's clock begins when a packet of "
        "this size may be there already.",
        corner="mean",
    )


def _published_rows() -> list[Row]:
    return [
        Row(_title(name), [plain(values[name], "{:.3f}".format) for values in PUBLISHED.values()])
        for name in PUBLISHED["10Mb"]
    ]


def _title(name: str) -> str:
    return {"raw_tcp": "raw TCP"}.get(name, name)


def _mean_cell(contest: Contest, mbit: int, key: str) -> Cell:
    estimate = small_mean_ms(contest, mbit, key)
    remark = "" if contest[1] == "own" else "not to be compared: see the threats"
    return estimated(estimate, ms, remark) if estimate else None


def _chart(groups: Sequence[StudyGroup], mbit: int) -> Chart:
    traces: list[dict[str, object]] = []
    for contest in _contests(groups):
        line = [(x, y) for x, y in _curve_of(contest, mbit) if x >= _drawn_from(contest)]
        if line:
            sizes, means = [x for x, _ in line], [y for _, y in line]
            dash = "solid" if contest[1] == "own" else "dash"
            traces.append(curve(_label(contest), sizes, means, _colour(contest), dash))
    sizes = sorted(n for n in places(groups, "payload") if isinstance(n, int))
    traces.append(_limit(sizes, mbit))
    published = PUBLISHED[f"{mbit}Mb"]  # pyright: ignore
    for place, name in enumerate(sorted(published, key=lambda one: published[one])):
        title = _title(name)
        traces.append(
            level(f"Published, {title}", title, [sizes[0], SMALL], published[name], place)
        )
    return Chart(
        f"Figure {FIGURES[mbit]}: time of a packet on a link of {mbit} Mb/s",
        traces,
        {"xaxis": log_axis("payload, bytes"), "yaxis": log_axis("ms, mean, until received")},
        values=_values(groups, mbit, sizes),
        note=f"Published are means up to {SMALL} bytes. nuttcp is drawn from {SEEN_BY_NUTTCP:,} "
        "bytes on.",
        height=420,
    )  # fmt: skip


def _curve_of(contest: Contest, mbit: int, part: str = "mean") -> list[tuple[int, float]]:
    """Payloads, and the time until received in milliseconds."""
    values = [(_payload(p), middle([p], "taken_us", part)) for p in _points(contest, mbit)]
    return [(size, mean / 1000) for size, mean in values if mean is not None]


def _drawn_from(contest: Contest) -> int:
    return 0 if contest[1] == "own" else SEEN_BY_NUTTCP


def limit_ms(size: int, mbit: int) -> float:
    """The payload's bits at the link's rate, nothing around them."""
    return size * 8 / (mbit * 1000)


def _limit(sizes: Sequence[int], mbit: int) -> dict[str, object]:
    line = curve("The link's rate", sizes, [limit_ms(size, mbit) for size in sizes], GREY, "dash")
    return {**line, "mode": "lines"}


def _values(groups: Sequence[StudyGroup], mbit: int, sizes: Sequence[int]) -> Table:
    contests = _contests(groups)
    rows = [
        Row(f"{size:,}", [_size_cell(contest, mbit, size) for contest in contests]
            + [plain(limit_ms(size, mbit), ms)])
        for size in sizes
    ]  # fmt: skip
    columns = [*map(_label, contests), "the link's rate"]
    return Table("Mean time, ms", columns, [RowGroup("", rows)], corner="bytes")


def _size_cell(contest: Contest, mbit: int, size: int) -> Cell:
    found = [point for point in _points(contest, mbit) if _payload(point) == size]
    values = [value / 1000 for value in found[0].values("taken_us", "mean")] if found else []
    return estimated(median_interval(values), ms) if values else None


def _blocks(evidence: Evidence) -> list[Block]:
    groups, deployed = _both_kinds(evidence)
    charts = [_chart(groups, mbit) for mbit in FIGURES] if groups else []
    return [_table(groups), *charts, *deployed_page.blocks(deployed), *_gaps(groups)]


def _both_kinds(evidence: Evidence) -> tuple[list[StudyGroup], list[StudyGroup]]:
    """Those of the bench programs alone, and those beside a waveform that was deployed."""
    groups = evidence.study("packet-api")
    deployed = [group for group in groups if deployed_page.is_deployed(group)]
    return [group for group in groups if group not in deployed], deployed


def _gaps(groups: Sequence[StudyGroup]) -> list[Gap]:
    gaps = [
        Gap("The curves of figures 1 to 3",
            "the paper draws them and prints the means of table 1 only, which stand as levels"),
        Gap("ORBexpress", "a closed product"),
        Gap("ttcp", "not packaged; nuttcp is its successor"),
        Gap("Three switches and two computers", "two network namespaces of one machine, joined by "
            "a link that tc holds to 10, 100 and 1000 Mb/s"),
    ]  # fmt: skip
    orbs = {group.first.orb for group in groups}
    gaps += [
        Gap(peer.title, f"not packaged; {peer.install}, {peer.built_by}, and orbweaver lab run "
            f"packet-api --orb {peer.name}")
        for peer in peers().values()
        if peer.can("packets") and not peer.packaged and peer.name not in orbs
    ]  # fmt: skip
    if LIMIT not in orbs:
        gaps.append(Gap("Raw TCP", "not run: orbweaver lab run packet-api --orb raw"))
    elif not any(sender == "nuttcp" for _, sender in _contests(groups)):
        gaps.append(Gap("nuttcp", "not installed: apt-get install nuttcp"))
    return gaps


def _answer(evidence: Evidence) -> list[Finding]:
    groups, deployed = _both_kinds(evidence)
    raw = next((one for one in _contests(groups) if _is_limit(one)), None)
    found: list[Finding] = []
    for contest in _contests(groups):
        if contest[1] != "own":
            continue
        found += [] if raw is None or contest == raw else _against_raw(contest, raw)
        found += _flatness(contest)
    return [*found, *deployed_page.findings(deployed)]


def _is_limit(contest: Contest) -> bool:
    return contest[0].first.orb == LIMIT and contest[1] == "own"


def _against_raw(contest: Contest, raw: Contest) -> list[Finding]:
    small = {mbit: typical_ratio(contest, raw, mbit, 0, SMALL) for mbit in FIGURES}
    large = {mbit: typical_ratio(contest, raw, mbit, LARGE, None) for mbit in FIGURES}
    if not all(small.values()) or not all(large.values()):
        return []
    groups = [contest[0], raw[0]]
    return [
        SLOWER.finding(
            agreed([1 / ratio for ratio in small.values()]), _label(contest),
            f"Up to {SMALL} bytes a call takes {_listed(small)} of raw TCP's time with an answer; "
            "the paper's ORBs took 2.7 to 9.1 times, and what they added did not depend on the "
            "size.", groups,
        ),
        DIMINISHES.finding(
            agreed([large[mbit] / small[mbit] for mbit in FIGURES]), _label(contest),
            f"With {LARGE:,} bytes and more it takes {_listed(large)}; the paper: the difference "
            "diminishes, as the link's rate rules.", groups,
        ),
    ]  # fmt: skip


def _listed(ratios: dict[int, float]) -> str:
    return ", ".join(f"{value:.2f} times ({mbit} Mb/s)" for mbit, value in ratios.items())


def typical_ratio(contest: Contest, raw: Contest, mbit: int, least: int, most: int | None) -> float:
    """The median over these payloads of a call's median over raw's; 0: nothing to compare.

    Not the mean: other traffic makes some packets wait, by chance more of the one than the other.
    """
    limits = {_payload(point): middle([point], "call_us", "p50") for point in _points(raw, mbit)}
    found = [
        ours / limit
        for point in _points(contest, mbit)
        if least <= _payload(point) <= (most or _payload(point))
        and (ours := middle([point], "call_us", "p50"))
        and (limit := limits.get(_payload(point)))
    ]
    return median(found) if found else 0.0


def _flatness(contest: Contest) -> list[Finding]:
    spans: list[str] = []
    worst: list[float] = []
    for mbit in FIGURES:
        means = [mean for size, mean in _curve_of(contest, mbit, "p50") if size <= SMALL]
        if means:
            worst.append(max(means) / min(means))
            spans.append(f"{ms(min(means))} to {ms(max(means))} ms ({mbit} Mb/s)")
    if not spans:
        return []
    return [FLAT.finding(
        EVEN.judge(worst), _label(contest),
        f"Packets of 2 to {SMALL} bytes take {', '.join(spans)}, medians; the paper: relatively "
        "constant. A slow link needs its time for each byte.", contest[0],
    )]  # fmt: skip


EXPERIMENT = Experiment(
    name="packet-api",
    chapter="packet-api",
    order=1,
    title="The JTRS Packet API between two hosts",
    repeats="table 1, figures 1 to 3",
    question="How long does a packet take from one host to another, with an ORB and with raw TCP, "
    "on links of 10, 100 and 1000 Mb/s?",
    prediction="TCP and the link set the lower bound. An ORB adds a time that does not depend on "
    "the size: it shows up to 512 bytes and disappears in large packets.",
    method="Two network namespaces joined by a veth link that tc's token bucket holds to the rate "
    "in each direction. The producer calls pushPacket of Packet::OctetStream with 2 bytes to 256 "
    "KiB, 100 times each; the receiver queues the packet for its processing thread, which reads "
    "the clock. Both hosts have the same CLOCK_MONOTONIC, so the way there is measured alone. Raw "
    "sends the payload and is answered with one byte. Other traffic takes a tenth of the link in "
    "each direction, at random moments. With --deployed the waveform `packets` takes turns with "
    "these programs: a Resource on one node and a Device on another, connected by a domain.",
    threats=(
        "A token bucket lets a frame (1540 bytes; 12,500 at 1000 Mb/s) pass at once when the link "
        "has rested. Packets before the first that counts spend what it saved.",
        "One machine's processors do the work of both hosts; there is no switch and no interrupt "
        "of a network card.",
        "nuttcp's clock begins when the receiver has the connection, so that of a packet that fits "
        "one segment it sees no way at all: its values below some kilobytes are not to be "
        "compared.",
        "JacORB's programs are virtual machines, which make thousands of calls before the first "
        "that counts; on the slower links fewer, as many as two seconds allow.",
        "The paper does not say how much other traffic there was.",
        "With --deployed: the same program may take a small packet in 6.5 µs in one life and in 10 "
        "µs in the next, whichever sends. Programs start anew for each link and repetition; ratios "
        "of few repetitions show it at 1000 Mb/s.",
    ),
    answer=_answer,
    blocks=_blocks,
    paper=4,
    tables=(1,),
    figures=(1, 2, 3),
    runs=Study(
        needs="packets",
        check=check,
        measure=measure,
        full_seconds=95,
        quick_seconds=4,
    ),
)
