# SPDX-License-Identifier: Apache-2.0
"""What the data say about the claims of paper 2 on marshalling."""

from collections.abc import Iterator, Sequence

from orbweaver.model.peer import LIMIT
from orbweaver.page.blocks import Finding
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.evidence import OURS, Evidence
from orbweaver.page.limit import less_than, more_than
from orbweaver.page.numbers import times
from orbweaver.page.numbers import us as three_digits
from orbweaver.results.studies import StudyGroup
from orbweaver.stats import Estimate
from orbweaver.studies.calls.about import PAPER
from orbweaver.studies.calls.encodings import ENCODINGS, encoding_point
from orbweaver.studies.calls.points import (
    Spot,
    by_contestant,
    median_cycles,
    median_ns,
    ratio,
)

NOTICEABLE = 0.05
"""A difference below a twentieth is none: single runs differ by as much."""
ENOUGH = 3
"""With fewer repetitions the spread of a small difference is not known."""

EXPECTED = {
    "eight": "The paper expects a gain from larger units; both copy elements as one block.",
    "ndr": "No gain is expected: like CDR it copies what needs no change.",
    "xdr": "No gain is expected: each element is turned to big-endian by itself.",
}


LONGER = more_than(1, NOTICEABLE)
TYPES = Claim(
    "A larger basic type is faster",
    f"what an octet takes over a double: {LONGER.words}; to confirm it their intervals must not "
    f"meet; needs {ENOUGH} repetitions",
)

SHAPES = Claim(
    "Arrays are faster below eight bytes and sequences at eight",
    f"each ratio lies on the side that the paper says by more than {100 * NOTICEABLE:.0f} %; "
    f"contradicted if one lies on the other by as much; needs {ENOUGH} repetitions",
)

BLOCKS_GAIN = more_than(2)
BLOCKS = Claim(
    "Blocks pay",
    f"what a float takes by itself over one in a block, on each way: {BLOCKS_GAIN.words}",
)

GAINS = less_than(1, NOTICEABLE)
ENCODINGS_GAIN = Claim(
    "Another encoding gains where it is expected to",
    f"its time over that of CDR, with each type. A gain: {GAINS.words}. No gain: confirmed if none "
    f"is below {GAINS.confirms:g}, contradicted if all are",
)


def marshalling_findings(evidence: Evidence) -> list[Finding]:
    """The claims on types and shapes where the paper made them, blocks on every way, encodings."""
    groups = evidence.study("marshalling")
    found: list[Finding] = []
    for contestant, spots in by_contestant(groups):
        if spots[0].orb == LIMIT:
            continue
        for spot in spots:
            if spot.way == "marshalled":
                found += [*_of_types(spot, contestant), *_of_shapes(spot, contestant)]
        found += _of_blocks(spots, contestant)
    return [*found, *_of_encodings(groups)]


def _of_types(spot: Spot, contestant: str) -> Iterator[Finding]:
    small, large = _reading(spot, "basic", "octet"), _reading(spot, "basic", "double")
    over = ratio(small, large)
    if small is None or large is None or over is None:
        return
    yield TYPES.finding(
        _enough(_longer(over, small.low > large.high), min(small.count, large.count)),
        f"{contestant}, marshalled",
        f"A larger basic type is faster, says the paper: an octet takes {times(over)} times as "
        "long as a double. Padding is a few bytes, and written at once.",
        spot.group,
    )


def _longer(over: float, are_apart: bool) -> Outcome:
    outcome = LONGER.judge([over])
    return "undecided" if outcome == "confirmed" and not are_apart else outcome


def _enough(outcome: Outcome, repetitions: int) -> Outcome:
    return outcome if repetitions >= ENOUGH else "undecided"


def _of_shapes(spot: Spot, contestant: str) -> Iterator[Finding]:
    found = [
        (name, claim, over)
        for name, claim in (("octet", 1), ("short", 1), ("float", 1), ("double", -1))
        if (over := ratio(_reading(spot, "sequence", name), _reading(spot, "array", name)))
    ]
    if not found:
        return
    sides = [1 + claim * (over - 1) for _, claim, over in found]
    first = _reading(spot, "sequence", found[0][0])
    words = ", ".join(f"{name} {times(over)}" for name, _, over in found)
    yield SHAPES.finding(
        _enough(LONGER.judge(sides), first.count if first else 0),
        f"{contestant}, marshalled",
        "Arrays are faster below eight bytes and sequences at eight, says the paper; here a "
        f"sequence takes, divided by an array: {words}."
        + (" Ours reads a sequence where it arrived, and copies an array."
           if spot.orb == OURS else ""),
        spot.group,
    )  # fmt: skip


def _of_blocks(spots: Sequence[Spot], contestant: str) -> Iterator[Finding]:
    gains = [
        (spot.way, 1024 * over)
        for spot in spots
        if (over := ratio(_reading(spot, "basic", "float"), _reading(spot, "array", "float")))
    ]
    if not gains:
        return
    published = PAPER.cycles["basic"]["float"] / PAPER.cycles_per_float_in_array
    yield BLOCKS.finding(
        BLOCKS_GAIN.judge([gain for _, gain in gains]),
        contestant,
        "Blocks pay. Cycles for a float by itself, divided by those for one in an array of 1024: "
        f"{', '.join(f'{way} {three_digits(gain)}' for way, gain in gains)}; published: "
        f"{three_digits(published)}.",
        spots[0].group,
    )


def _of_encodings(groups: Sequence[StudyGroup]) -> Iterator[Finding]:
    for other, words in ENCODINGS.items():
        if other not in EXPECTED:
            continue
        pairs = [
            (name, ratio(_encoded(groups, other, name), _encoded(groups, "cdr", name)))
            for name in ("octet", "short", "float", "double")
        ]
        found = [(name, value) for name, value in pairs if value]
        if not found:
            continue
        text = ", ".join(f"{name} {times(value)}" for name, value in found)
        values = [value for _, value in found]
        yield ENCODINGS_GAIN.finding(
            GAINS.judge(values) if other == "eight" else _no_gain(values),
            "encodings in memory",
            f"{words[0].upper()}{words[1:]}: a sequence of 1024 takes, divided by CDR: {text}. "
            f"{EXPECTED[other]}",
            groups,
        )


def _no_gain(values: Sequence[float]) -> Outcome:
    gains = [value < GAINS.confirms for value in values]
    if any(gains) != all(gains):
        return "undecided"
    return "contradicted" if all(gains) else "confirmed"


def _encoded(groups: Sequence[StudyGroup], encoding: str, name: str) -> Estimate | None:
    return median_ns(encoding_point(groups, encoding, "sequence", name))


def _reading(spot: Spot, shape: str, name: str) -> Estimate | None:
    """In cycles, or in time where a program cannot count them: ratios are made of it."""
    point = spot.point(encoding="wire", shape=shape, type=name)
    return median_cycles(point) or median_ns(point)
