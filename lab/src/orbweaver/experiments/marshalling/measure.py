# SPDX-License-Identifier: Apache-2.0
"""What arguments add to a call, by type and shape; and what encoding them costs by itself."""

from collections.abc import Iterator
from itertools import product

from orbweaver.model.peer import LIMIT
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run import programs
from orbweaver.run.answer import parse_answer
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.giop import Payload, Shape
from orbweaver.run.pair import Message, Pair
from orbweaver.studies.calls.measure import (
    Way,
    at_every_spot,
    message_of,
    timed,
    times,
    unavailable,
)
from orbweaver.studies.measurement import Measurement

SECONDS, QUICK_SECONDS = 0.1, 0.01
"""For each message at each place."""
TYPES: dict[str, Payload] = {
    "octet": "octets", "short": "shorts", "float": "floats", "double": "doubles",
}  # fmt: skip
SHAPES: tuple[Shape, ...] = ("basic", "array", "sequence")
ENCODINGS = ("cdr", "cdr-foreign", "eight", "ndr", "xdr")
PROGRAM = "encodings-bench-client"
ENCODING_BATCH, ENCODING_CALLS, QUICK_ENCODING_CALLS = 100, 200_000, 10_000


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """A row for each type and shape at each way and pinning; of `raw` also the bare encodings."""
    seconds = QUICK_SECONDS if settings.quick else SECONDS

    def every_message(pair: Pair, way: Way, words: str) -> list[StudyRow]:
        progress(words)
        return [
            {"encoding": "wire", **names, **timed(pair, message, seconds, way.batch)}
            for names, message in messages()
        ]

    rows, refusals = at_every_spot(orb, settings, every_message)
    if orb == LIMIT:
        rows += encoding_rows(settings, progress)
    return Measurement({"seconds_for_each_message": seconds}, rows, refusals)


def messages() -> Iterator[tuple[dict[str, str], Message]]:
    """Table 1 of the paper, cell by cell."""
    for shape, (name, payload) in product(SHAPES, TYPES.items()):
        yield {"shape": shape, "type": name}, message_of(shape, payload)


def encoding_rows(settings: Settings, progress: Progress) -> list[StudyRow]:
    """Encode and decode in memory, with no message around it."""
    calls = QUICK_ENCODING_CALLS if settings.quick else ENCODING_CALLS
    rows: list[StudyRow] = []
    with BenchProgram(programs.locate(PROGRAM, settings.bin), ["--transport", "memory"]) as program:
        for encoding in ENCODINGS:
            progress(f"{encoding} in memory")
            for names, message in messages():
                answer = program.ask(
                    {"case": encoding, "bytes": message.bytes, "payload": message.payload,
                     "shape": message.shape, "calls": calls, "warm_up": ENCODING_BATCH,
                     "batch": ENCODING_BATCH}
                )  # fmt: skip
                measured = parse_answer(PROGRAM, answer)
                place = {"way": "memory", "pinning": "one thread", "encoding": encoding, **names}
                rows.append({**place, **times(measured), "encoded_bytes": measured.encoded_bytes})
    return rows


def check(orb: str, settings: Settings) -> str | None:
    """The bench programs; for `raw` that of the encodings, too."""
    if orb == LIMIT and programs.find(PROGRAM, settings.bin) is None:
        where = programs.folder(settings.bin) or "the search path"
        return (
            f"{PROGRAM} is not in {where}; install what it needs with: apt-get install "
            "libtirpc-dev pkg-config, then ./x bench"
        )
    return unavailable(orb, settings)
