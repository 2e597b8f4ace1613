# SPDX-License-Identifier: Apache-2.0
"""What the first call over a connection costs more than the next, by how the ORB was built."""

from dataclasses import replace
from itertools import product

from orbweaver.model.peer import OURS, peers
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run import programs
from orbweaver.run.pair import Message, Pair
from orbweaver.run.peer_programs import missing_bench
from orbweaver.studies.calls.measure import (
    Way,
    at_every_spot,
    times,
    ways,
)
from orbweaver.studies.measurement import Measurement

CONNECTIONS, QUICK_CONNECTIONS, WARM_UP = 200, 15, 2
TURNS = ("first", "second")
HOW_TO_BUILD = "./x bench size builds it"


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """A row for each build, way, pinning and turn."""
    calls = QUICK_CONNECTIONS if settings.quick else CONNECTIONS
    every = builds(orb, settings)
    there = [(build, chosen) for build, chosen in every if not missing_bench(orb, chosen.bin)]
    messages = [
        f"there is no build of {orb} for {build}: {HOW_TO_BUILD}"
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
    if orb != OURS:
        return [(peers()[orb].build, settings)]
    folder = programs.folder(settings.bin)
    small = folder.parent.parent / "size" / "bin" if folder else None
    return [("speed", settings), *([("size", replace(settings, bin=small))] if small else [])]


def connecting_ways(orb: str) -> list[Way]:
    """Those that have a connection to make; what `raw` shares memory by is not made anew."""
    return [way for way in ways(orb) if way.name not in peers()[orb].no_connection]
