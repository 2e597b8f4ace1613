# SPDX-License-Identifier: Apache-2.0
"""Paper 2, equation 1: data rate against latency."""

from collections.abc import Iterator, Sequence

from orbweaver.experiments.data_rate.measure import measure
from orbweaver.experiments.experiment import Experiment
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Block, Chart, Finding, Number, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.colours import GREY
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import more_than
from orbweaver.page.numbers import estimated, plain
from orbweaver.page.numbers import us as three_digits
from orbweaver.stats import Estimate
from orbweaver.studies.calls.about import CLOCK_MHZ, PAPER, THREATS, TIMES, WAYS
from orbweaver.studies.calls.measure import unavailable
from orbweaver.studies.calls.points import Spot, by_contestant, by_pinning, median_ns
from orbweaver.studies.calls.rate import bits_per_second, transfer_s
from orbweaver.studies.calls.traces import Style, line, way_style
from orbweaver.studies.study import Study

NAME = "data-rate"
BLOCK = 1024
PUBLISHED = {1: PAPER.cycles["basic"]["float"], BLOCK: PAPER.cycles["array"]["float"]}


GAIN = more_than(2)
BLOCKS_CARRY_MORE = Claim(
    "Blocks carry more than single samples",
    f"how many times as much, on each way: {GAIN.words}",
)


def _mbit(value: float) -> str:
    return f"{value / 1e6:,.3g}" if value < 1e9 else f"{value / 1e6:,.0f}"


def _formula(block: int) -> float:
    return bits_per_second(transfer_s(PUBLISHED[block], CLOCK_MHZ), block)


def _rate(spot: Spot, block: int) -> Estimate | None:
    """The rate that the median transfer allows; a longer transfer allows a lower one."""
    time = median_ns(spot.point(elements=block))
    if time is None:
        return None
    value, low, high = (
        bits_per_second(ns / 1e9, block) for ns in (time.value, time.high, time.low)
    )
    return Estimate(value, low, high, time.coverage, time.count)


def _blocks_of(spots: Sequence[Spot]) -> list[int]:
    found = {int(str(point.at("elements"))) for spot in spots for point in spot.points()}
    return sorted(found)


def _blocks(evidence: Evidence) -> Iterator[Block]:
    for title, spots in by_pinning(evidence.study(NAME)):
        sizes = _blocks_of(spots)
        rates, delays = _rate_table(title, spots, sizes), _delay_table(spots, sizes)
        yield rates
        yield _rate_chart(title, spots, sizes, rates)
        yield _delay_chart(title, spots, sizes, delays)


def _rate_table(title: str, spots: Sequence[Spot], sizes: Sequence[int]) -> Table:
    about = PAPER.data_rate
    printed = {1: about.single_float_bps, 1024: about.array_1024_float_bps}

    def at(values: dict[int, float]) -> list[Number | None]:
        return [plain(values[size], _mbit) if size in values else None for size in sizes]

    published = [
        Row("as printed", at(printed)),
        Row("equation 1 from table 1, 720 MHz", at({size: _formula(size) for size in PUBLISHED})),
    ]
    measured = [
        Row(spot.name, [estimated(one, _mbit) if (one := _rate(spot, size)) else None
                        for size in sizes])
        for spot in spots
    ]  # fmt: skip
    return Table(
        f"Most data, Mbit/s, by floats in a block, {title}",
        [f"{size:,}" for size in sizes],
        [RowGroup("Published", published), RowGroup("Measured", measured)],
        note=f"Equation 1: rate = block · {about.bits_per_symbol} bit a symbol ÷ (transfer · "
        f"{about.samples_per_symbol} samples a symbol), with the median transfer.",
    )


def _delay_table(spots: Sequence[Spot], sizes: Sequence[int]) -> Table:
    return Table(
        "",
        [f"{size:,}" for size in sizes],
        [RowGroup("", [Row(spot.name, [_delay(spot, size) for size in sizes]) for spot in spots])],
    )


def _delay_us(spot: Spot, size: int) -> Estimate | None:
    """At the highest rate a block is filled while the one before is sent: two transfers."""
    time = median_ns(spot.point(elements=size))
    if time is None:
        return None
    value, low, high = (2 * ns / 1000 for ns in (time.value, time.low, time.high))
    return Estimate(value, low, high, time.coverage, time.count)


def _delay(spot: Spot, size: int) -> Number | None:
    found = _delay_us(spot, size)
    return estimated(found, three_digits) if found else None


def _rate_chart(title: str, spots: Sequence[Spot], sizes: Sequence[int], values: Table) -> Chart:
    known = sorted(PUBLISHED)
    traces = [
        line("Published", known, [_formula(size) / 1e6 for size in known],
             Style(GREY, symbol="diamond", unit=" Mbit/s")),
    ]  # fmt: skip
    for spot in spots:
        rates = [_rate(spot, size) for size in sizes]
        traces.append(
            line(spot.name, sizes, [one.value / 1e6 if one else None for one in rates],
                 way_style(spot.orb, spot.way, " Mbit/s"))
        )  # fmt: skip
    return Chart(
        f"Data rate by block, {title}",
        traces,
        {"xaxis": log_axis("floats in a block"), "yaxis": log_axis("Mbit/s")},
        values,
        note="Both axes are logarithmic.",
        height=400,
    )


def _delay_chart(title: str, spots: Sequence[Spot], sizes: Sequence[int], values: Table) -> Chart:
    traces: list[dict[str, object]] = []
    for spot in spots:
        found = [(_rate(spot, size), _delay_us(spot, size)) for size in sizes]
        traces.append(
            line(spot.name, [rate.value / 1e6 if rate else None for rate, _ in found],
                 [delay.value if delay else None for _, delay in found],
                 way_style(spot.orb, spot.way, " µs"))
        )  # fmt: skip
    return Chart(
        f"What a data rate costs in delay, {title}",
        traces,
        {"xaxis": log_axis("Mbit/s"), "yaxis": log_axis("delay of the oldest sample, µs")},
        values,
        note="Each mark is a block size, the smallest at the left. At the highest rate a block is "
        "filled while the one before it is sent, so its oldest sample is two transfers old when "
        "the block has arrived. The values are that delay, by block size.",
        height=400,
    )


def _answer(evidence: Evidence) -> Iterator[Finding]:
    for contestant, spots in by_contestant(evidence.study(NAME)):
        sizes = _blocks_of(spots)
        block = min(sizes, key=lambda size: abs(size - BLOCK))
        found = [_gain(spot, sizes[0], block) for spot in spots]
        gains = [one for one in found if one]
        if not gains:
            continue
        yield BLOCKS_CARRY_MORE.finding(
            GAIN.judge([gain for gain, _ in gains]),
            contestant,
            f"Data that blocks of {block:,} floats carry, in Mbit/s, and how many times as much as "
            f"single ones: {', '.join(words for _, words in gains)}. Published: "
            f"{_mbit(_formula(BLOCK))} ({three_digits(_formula(BLOCK) / _formula(1))} times).",
            spots[0].group,
        )


def _gain(spot: Spot, smallest: int, block: int) -> tuple[float, str] | None:
    first, last = _rate(spot, smallest), _rate(spot, block)
    early, late = _delay_us(spot, smallest), _delay_us(spot, block)
    if first is None or last is None or early is None or late is None:
        return None
    gain = last.value / first.value
    delays = f"delay {three_digits(late.value)} instead of {three_digits(early.value)} µs"
    return gain, f"{spot.way} {_mbit(last.value)} ({three_digits(gain)} times; {delays})"


EXPERIMENT = Experiment(
    name=NAME,
    chapter="marshalling",
    order=4,
    title="Data rate against delay",
    repeats="equation 1 of paper 2 and its two rates",
    question="Which block of samples carries the data that a radio has, and what does it delay?",
    prediction="A call costs a fixed time and some for each sample. So the rate grows with the "
    "block while the fixed part rules, and flattens where the copying rules; beyond that a larger "
    "block only delays.",
    method="Two-way calls with a sequence of float of each size (the paper: one float, and an "
    f"array of 1024). Eight samples a symbol and one bit a symbol, as in the paper. {WAYS} {TIMES}",
    threats=(
        *THREATS,
        "The formula knows one transfer at a time and no processing. Pipelines, one-way calls and "
        "larger constellations carry more.",
    ),
    answer=lambda evidence: list(_answer(evidence)),
    blocks=lambda evidence: list(_blocks(evidence)),
    paper=2,
    runs=Study(
        needs="calls",
        check=unavailable,
        measure=measure,
        full_seconds=18,
    ),
)
