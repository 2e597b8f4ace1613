"""What the first call over a connection costs more than the next, by how the ORB was built."""

from dataclasses import replace
from itertools import product

from orbweaver.bench.peers import PEERS, Message, Pair, missing
from orbweaver.lab.execute import Settings
from orbweaver.record.schema import StudyRow
from orbweaver.run import programs
from orbweaver.studies.calls import (
    LIMITS,
    ORBS,
    Way,
    at_every_spot,
    times,
    unavailable,
    ways,
)
from orbweaver.studies.study import Measurement, Progress, Study

CONNECTIONS, QUICK_CONNECTIONS, WARM_UP = 200, 15, 2
TURNS = ("first", "second")
MEND = "./x bench size builds it"
NOT_PACKAGED = {"raw": "speed", "tao": "installed"}


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """A row for each build, way, pinning and turn."""
    calls = QUICK_CONNECTIONS if settings.quick else CONNECTIONS
    every = builds(orb, settings)
    there = [(build, chosen) for build, chosen in every if not missing(PEERS[orb], chosen.bin)]
    messages = [
        f"there is no build of {orb} for {build}: {MEND}"
        for build, _ in every
        if build not in dict(there)
    ]
    rows: list[StudyRow] = []
    # One build after the other on each way, so that both meet the machine as it is just then.
    for way, (build, chosen) in product(connecting_ways(orb), there):

        def both_turns(pair: Pair, _: Way, words: str, build: str = build) -> list[StudyRow]:
            progress(f"{build}, {words}")
            return [
                {"build": build, "turn": turn,
                 **times(pair.ask(Message(turn), calls, warm_up=WARM_UP))}
                for turn in TURNS
            ]  # fmt: skip

        found, refusals = at_every_spot(orb, chosen, both_turns, [way])
        rows += found
        messages += refusals
    return Measurement({"connections": calls}, rows, messages)


def builds(orb: str, settings: Settings) -> list[tuple[str, Settings]]:
    """Ours for speed and for size; others as they come."""
    if orb != "orbweaver":
        return [(NOT_PACKAGED.get(orb, "packaged"), settings)]
    folder = programs.folder(settings.bin)
    small = folder.parent.parent / "size" / "bin" if folder else None
    return [("speed", settings), *([("size", replace(settings, bin=small))] if small else [])]


def connecting_ways(orb: str) -> list[Way]:
    """Those that have a connection to make; what `raw` shares memory by is not made anew."""
    none = {"collocated"}
    if orb == "omniorb":
        none.add("marshalled")
    if orb == "raw":
        none.add("shm")
    return [way for way in ways(orb) if way.name not in none]


STUDY = Study(
    name="connect",
    paper=2,
    tables=(2,),
    question="What does the first call over a connection cost more than the next one?",
    orbs=(*ORBS, *LIMITS),
    check=unavailable,
    measure=measure,
    seconds=5,
)
