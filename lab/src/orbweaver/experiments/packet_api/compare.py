# SPDX-License-Identifier: Apache-2.0
"""Packets of a deployed waveform beside those of the bench programs, block by block in one run."""

from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median, pstdev

from orbweaver.experiments.packet_api.deployed import Deployed, deployed
from orbweaver.experiments.packet_api.measure import LINKS_MBIT, other_traffic, warm_up
from orbweaver.link.namespaces import Link, linked
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.answer import Measured
from orbweaver.run.pair import Message, Pair, Pinning, Place, open_pair, pinnings
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.push import cpus_of, row_of

OVER = "deployed over own"
"""The sender of a row that holds ratios."""
RATIOS = {"call_ratio_share": "ns", "taken_ratio_share": "taken_ns"}
"""The deployed median over the own one, of each pair of blocks; and what it is of."""


@dataclass(frozen=True)
class Plan:
    """What is sent over each link: `pairs` blocks each way."""

    sizes: tuple[int, ...]
    pairs: int
    packets: int


FULL = Plan(tuple(2**n for n in range(1, 19)), 5, 20)
QUICK = Plan((2, 512, 32768), 2, 5)


@dataclass(frozen=True)
class Senders:
    """Both, which send from the near host to the far one."""

    own: Pair
    deployed: Deployed

    def ask(self, sender: str, size: int, packets: int, first: int) -> Measured:
        """A block of one of them."""
        if sender == "own":
            return self.own.ask(Message("packet", size), packets, warm_up=first)
        return self.deployed.ask(size, packets, first)


def compare(peer: str, settings: Settings, progress: Progress) -> Measurement:
    """Each size over each link; the two senders take turns, and which is first changes.

    Programs are started anew for each link, since the same program may be faster in one life than
    in the next.
    """
    plan = QUICK if settings.quick else FULL
    pinning = pinnings(cpus_of(settings))[-1]
    rows: list[StudyRow] = []
    with linked(LINKS_MBIT[0]) as link:
        for mbit in LINKS_MBIT:
            link.shape(mbit)
            progress(f"{mbit} Mb/s: a domain, two nodes and the waveform start")
            with _senders(peer, link, pinning, settings.bin) as senders, other_traffic(link, mbit):
                found = [
                    row for size in plan.sizes
                    for row in _pairs_of_blocks(senders, mbit, size, plan, progress)
                ]  # fmt: skip
            rows += [*found, _ratios(mbit, found)]
    config = {"packets": plan.packets, "pairs": plan.pairs, "deployed": "yes"}
    return Measurement(config, rows, cpus=f"{pinning.client},{pinning.server}")


@contextmanager
def _senders(
    peer: str, link: Link, pinning: Pinning, bin_folder: Path | None
) -> Generator[Senders]:
    place = Place(
        "tcp", pinning, bin_folder,
        server_options=("--endpoint", f"giop:tcp:{link.far.address}:0"),
        client_wrapper=link.near.wrapper,
        server_wrapper=link.far.wrapper,
    )  # fmt: skip
    with ExitStack() as stack:
        own = stack.enter_context(open_pair(peer, place))
        yield Senders(own, stack.enter_context(deployed(link, pinning, bin_folder)))


def _pairs_of_blocks(
    senders: Senders, mbit: int, size: int, plan: Plan, progress: Progress
) -> list[StudyRow]:
    rows: list[StudyRow] = []
    for number in range(1, plan.pairs + 1):
        progress(f"{mbit} Mb/s, {size} bytes, pair {number}")
        order = ("own", "deployed") if number % 2 else ("deployed", "own")
        found = {
            sender: senders.ask(sender, size, plan.packets, warm_up(size, mbit)) for sender in order
        }
        place = {"link_mbit": mbit, "payload": size, "block": number}
        rows += [
            {**place, "sender": "own", **row_of(found["own"])},
            {**place, "sender": "deployed", **row_of(found["deployed"]),
             **ratios_of(found["deployed"], found["own"])},
        ]  # fmt: skip
    return rows


def ratios_of(ours: Measured, theirs: Measured) -> dict[str, float]:
    """Medians of two blocks over each other."""
    return {
        key: getattr(ours, values).p50 / getattr(theirs, values).p50
        for key, values in RATIOS.items()
    }


def _ratios(mbit: int, rows: Sequence[StudyRow]) -> StudyRow:
    """Of all pairs of a link."""
    return {
        "link_mbit": mbit,
        "sender": OVER,
        **{key: _summary([row[key] for row in rows if key in row]) for key in RATIOS},
    }


def _summary(values: Sequence[object]) -> dict[str, float]:
    numbers = [value for value in values if isinstance(value, float)]
    return {
        "count": len(numbers), "min": min(numbers), "mean": fmean(numbers),
        "stddev": pstdev(numbers), "p50": median(numbers), "max": max(numbers),
    }  # fmt: skip
