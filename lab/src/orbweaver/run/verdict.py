# SPDX-License-Identifier: Apache-2.0
"""Which of several failures is the cause, and which are only its echo.

When one component dies, its neighbours report COMM_FAILURE at nearly the same time. The order of
arrival says little: a neighbour's line may be read before the kernel's notice of the death. So
symptoms are ranked by how directly they tell of a cause; within a rank the earliest counts.
"""

import re
from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """How directly a symptom shows the cause; the lowest is the most direct."""

    INTERRUPTED = 0
    STRUCK = 1  # killed or stopped by a signal
    BROKEN = 2  # ended without a word, refused its options, or printed garbage
    ERROR = 3  # said what is wrong
    LATE = 4  # waited too long: for the next component, or for room in its own queue
    ECHO = 5  # lost a connection
    SILENT = 6  # nothing happens any more


@dataclass(frozen=True)
class Symptom:
    """One sign of failure, and the component that it accuses.

    `place` counts from the end of the pipeline (0: the last component).
    """

    rank: Rank
    message: str
    at: float
    place: int = 0
    status: int = 1

    @property
    def conclusive(self) -> bool:
        """No later symptom can be more direct."""
        return self.rank <= Rank.BROKEN


_NEXT_IS_LATE = re.compile(r"did not take|within \d+ ?m?s\b|TIMEOUT", re.IGNORECASE)
_OWN_QUEUE_IS_STUCK = re.compile(r"queue stayed full", re.IGNORECASE)
_ECHO = re.compile(
    r"COMM_FAILURE|TRANSIENT|connection (was )?(lost|closed|reset|refused)|EPIPE", re.IGNORECASE
)


def rank_of_error(text: str) -> Rank:
    """Judge an error line: a cause of its own, or what a dying neighbour makes others say."""
    if is_stuck(text) or _NEXT_IS_LATE.search(text):
        return Rank.LATE
    return Rank.ECHO if _ECHO.search(text) else Rank.ERROR


def accuses_next(text: str) -> bool:
    """Whether an error line is about the next component, the only one that a component calls."""
    return bool(_NEXT_IS_LATE.search(text) or _ECHO.search(text)) and not is_stuck(text)


def is_stuck(text: str) -> bool:
    """Whether an error line is about the component's own worker."""
    return bool(_OWN_QUEUE_IS_STUCK.search(text))


def root_cause(symptoms: list[Symptom]) -> Symptom:
    """Pick the cause among what was seen.

    Of components that wait for each other in a chain, or lost each other, the culprit is the one
    furthest down the pipeline: the others wait for it, or left because of it.
    """

    def directness(symptom: Symptom) -> tuple[int, int, float]:
        chain = symptom.place if symptom.rank in (Rank.LATE, Rank.ECHO) else 0
        return symptom.rank, chain, symptom.at

    return min(symptoms, key=directness)
