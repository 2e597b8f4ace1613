"""What the data say about the claims of paper 2 on marshalling."""

from collections.abc import Iterator, Sequence

from orbweaver.page.blocks import Finding, Status
from orbweaver.page.evidence import Evidence
from orbweaver.page.numbers import times
from orbweaver.page.numbers import us as three_digits
from orbweaver.results.studies import StudyGroup
from orbweaver.sections.profile.about import PAPER
from orbweaver.sections.profile.encodings import ENCODINGS, encoding_point
from orbweaver.sections.profile.points import Spot, by_pinning, median_cycles, median_ns, ratio
from orbweaver.stats import Estimate

NOTICEABLE = 0.05
"""A difference below a twentieth is none: single runs differ by as much."""

EXPECTED = {
    "eight": "The paper expects a gain from larger units; both copy elements as one block.",
    "ndr": "No gain is expected: like CDR it copies what needs no change.",
    "xdr": "No gain is expected: each element is turned to big-endian by itself.",
}


def marshalling_findings(evidence: Evidence) -> list[Finding]:
    """One for each claim: on every way that has types, then the encodings."""
    groups = evidence.study("marshalling")
    found: list[Finding] = []
    for title, spots in by_pinning(groups):
        for spot in spots:
            if spot.orb != "raw":
                found += _of_spot(spot, f"{spot.name}, {title}")
    return [*found, *_of_encodings(groups)]


def _of_spot(spot: Spot, who: str) -> Iterator[Finding]:
    small, large = _reading(spot, "basic", "octet"), _reading(spot, "basic", "double")
    if small and large:
        yield Finding(
            _claimed(small, large), who,
            f"A larger basic type is faster, says the paper: an octet takes "
            f"{_versus(small, large)} a double. Padding is a few bytes, and written at once.",
        )  # fmt: skip
    yield from _shapes(spot, who)
    one, block = _reading(spot, "basic", "float"), _reading(spot, "array", "float")
    if one and block:
        published = PAPER.cycles["basic"]["float"] / PAPER.cycles_per_float_in_array
        gain = 1024 * one.value / block.value
        yield Finding(
            "confirmed" if gain > 2 else "contradicted", who,
            f"Blocks pay: a float in an array of 1024 takes {three_digits(block.value / 1024)} "
            f"cycles and a single one {three_digits(one.value)}, {three_digits(gain)} times as "
            f"many; published: 65.9 and 8,075, {three_digits(published)} times.",
        )  # fmt: skip


def _shapes(spot: Spot, who: str) -> Iterator[Finding]:
    words: list[str] = []
    verdicts: list[bool] = []
    for name, claim in (("octet", 1), ("short", 1), ("float", 1), ("double", -1)):
        array, sequence = (_reading(spot, shape, name) for shape in ("array", "sequence"))
        if array is None or sequence is None:
            continue
        by = sequence.value / array.value - 1
        verdicts.append(claim * by > NOTICEABLE)
        words.append(f"{name} {times(1 + by)}")
    if words:
        yield Finding(
            "confirmed" if all(verdicts) else "contradicted", who,
            "Arrays are faster below eight bytes and sequences at eight, says the paper; here a "
            f"sequence takes, divided by an array: {', '.join(words)}."
            + (" Ours reads a sequence where it arrived, and copies an array."
               if spot.orb == "orbweaver" else ""),
        )  # fmt: skip


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
        gains = all(value < 1 - NOTICEABLE for _, value in found)
        is_expected = gains if other == "eight" else not gains
        yield Finding(
            "confirmed" if is_expected else "contradicted",
            "encodings in memory",
            f"{words}: a sequence of 1024 takes, divided by CDR: {text}. {EXPECTED[other]}",
        )


def _encoded(groups: Sequence[StudyGroup], encoding: str, name: str) -> Estimate | None:
    return median_ns(encoding_point(groups, encoding, "sequence", name))


def _reading(spot: Spot, shape: str, name: str) -> Estimate | None:
    return median_cycles(spot.point(encoding="wire", shape=shape, type=name))


def _claimed(small: Estimate, large: Estimate) -> Status:
    return "confirmed" if small.value > (1 + NOTICEABLE) * large.value else "contradicted"


def _versus(small: Estimate, large: Estimate) -> str:
    return f"{times(small.value / large.value)} times as long as"
