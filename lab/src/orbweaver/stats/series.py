"""Many tests at once: of a hundred that find nothing, five would seem to."""

from collections.abc import Sequence


def adjusted(p_values: Sequence[float]) -> list[float]:
    """The p-values of Benjamini and Hochberg (1995).

    Of those that are kept at or below a level, at most that share is expected to be chance.
    """
    if not p_values:
        return []
    from scipy.stats import false_discovery_control  # noqa: PLC0415

    return [float(p) for p in false_discovery_control(list(p_values))]
