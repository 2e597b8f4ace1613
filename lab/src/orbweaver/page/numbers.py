# SPDX-License-Identifier: Apache-2.0
"""Numbers as people read them; the value itself stays with them."""

from collections.abc import Callable, Sequence
from math import isfinite

from orbweaver.page.blocks import Number
from orbweaver.stats import Estimate


def plain(value: float, form: Callable[[float], str], remark: str = "") -> Number:
    """A single value."""
    return Number(value, form(value), remark=remark)


def estimated(estimate: Estimate, form: Callable[[float], str], remark: str = "") -> Number:
    """A median with its interval, which a single value has not; none is shown if all are equal."""
    if estimate.count < 2:
        return plain(estimate.value, form, remark)
    same = estimate.low == estimate.high
    interval = "" if same else f"{form(estimate.low)} … {form(estimate.high)}"
    return Number(
        estimate.value, form(estimate.value), estimate.low, estimate.high, interval, remark
    )


def ms(value: float) -> str:
    """Milliseconds, with as many digits as they deserve."""
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:.2f}"


def us(value: float) -> str:
    """Microseconds; three digits, more where they stand before the point."""
    if not isfinite(value):
        return "?"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def ns(value: float) -> str:
    """Nanoseconds; three digits, more where they stand before the point."""
    return us(value)


def times(value: float) -> str:
    """A ratio."""
    return f"{value:.4f}" if 0.99 < value < 1.01 else f"{value:.3f}"


def share(value: float) -> str:
    """A share as percent."""
    percent = 100 * value
    if percent == 0 or abs(percent) >= 10:
        return f"{percent:.0f} %"
    return f"{percent:.1f} %" if abs(percent) >= 0.1 else f"{percent:.2f} %"


def over(value: float) -> str:
    """A ratio as what it is above or below 1."""
    percent = 100 * (value - 1)
    text = f"{percent:+.0f} %" if abs(percent) >= 100 else f"{percent:+.2f} %"
    return text.replace("-", "\u2212")


def beyond(value: float) -> str:
    """The same in words: 0.31 % above, 12 % below."""
    return f"{over(value)[1:]} {'above' if value >= 1 else 'below'}"


def counted(count: int, what: str) -> str:
    """1 repetition, 3 repetitions."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def counted_range(counts: Sequence[int], what: str) -> str:
    """3 to 7 repetitions."""
    low, high = min(counts), max(counts)
    return counted(low, what) if low == high else f"{low:,} to {counted(high, what)}"


def whole(value: float) -> str:
    """A count; a median of two may lie between."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def probability(value: float) -> str:
    """A p-value."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
