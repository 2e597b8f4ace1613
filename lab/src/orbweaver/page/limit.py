# SPDX-License-Identifier: Apache-2.0
"""A limit that decides a claim, with a zone around it that decides nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from orbweaver.page.claim import Outcome


@dataclass(frozen=True)
class Limit:
    """Values must lie below it, or above it: whichever way it confirms.

    The worst of the values decides. Between the two bounds a measurement says neither.
    """

    confirms: float
    contradicts: float

    @property
    def is_upper(self) -> bool:
        """Whether small values confirm."""
        return self.confirms < self.contradicts

    def judge(self, values: Sequence[float]) -> Outcome:
        """What the values say; none say nothing."""
        if not values:
            return "undecided"
        worst, confirms, contradicts = max(values), self.confirms, self.contradicts
        if not self.is_upper:
            worst, confirms, contradicts = -min(values), -confirms, -contradicts
        if worst <= confirms:
            return "confirmed"
        return "contradicted" if worst > contradicts else "undecided"

    @property
    def words(self) -> str:
        """The rule, for a page that is read."""
        if self.is_upper:
            return (
                f"confirmed up to {self.confirms:,g}, contradicted above {self.contradicts:,g}, "
                "undecided between"
            )
        return (
            f"confirmed from {self.confirms:,g} on, contradicted below {self.contradicts:,g}, "
            "undecided between"
        )


def more_than(value: float, margin: float = 0.05) -> Limit:
    """Confirmed by what is larger, by more than the margin."""
    return Limit(value * (1 + margin), value * (1 - margin))


def less_than(value: float, margin: float = 0.05) -> Limit:
    """Confirmed by what is smaller, by more than the margin."""
    return Limit(value * (1 - margin), value * (1 + margin))
