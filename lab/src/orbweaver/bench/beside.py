# SPDX-License-Identifier: Apache-2.0
"""Pairs of several peers that run beside each other, so that their blocks can take turns."""

from collections.abc import Sequence
from contextlib import ExitStack

from orbweaver.model.peer import LIMIT, OURS
from orbweaver.run.giop import key_bytes
from orbweaver.run.pair import Pair, Place, open_pair
from orbweaver.run.peer_programs import missing_bench

OMNIORB = "omniorb"


def open_beside(stack: ExitStack, place: Place, others: Sequence[str]) -> list[Pair]:
    """Ours first, then each of `others` that is there; over shared memory ours alone.

    `raw` sends as many bytes as ours. Raises Problem if one that is there does not start.
    """
    beside = others if place.transport != "shm" else ()
    names = [OURS, *(peer for peer in beside if not missing_bench(peer, place.bin))]
    pairs = [stack.enter_context(open_pair(peer, place)) for peer in names]
    for pair in pairs:
        if pair.peer == LIMIT:
            pair.key_bytes = key_bytes(pairs[0].server.reference)
    return pairs
