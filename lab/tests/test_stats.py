# SPDX-License-Identifier: Apache-2.0
"""Held against published tables, closed forms, and properties that must hold for any numbers."""

from math import comb, exp, isclose, log
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbweaver.stats import (
    adjusted,
    is_resolved,
    median_interval,
    outliers,
    paired_ratio,
    resolved_percentile,
    sample_ratio,
)
from orbweaver.stats.ranks import rank_sum_p, sign_p, signed_rank_p
from orbweaver.stats.samples import cliffs_delta, rank_sum_counts

positive = st.floats(min_value=1e-3, max_value=1e6)
some = st.lists(positive, min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("count", "low", "high", "coverage"),
    [
        # The table of confidence limits for the median: ranks, and what they are worth.
        (5, 1, 5, 0.9375),
        (6, 1, 6, 0.96875),
        (8, 1, 8, 0.9921875),
        (9, 2, 8, 0.9609375),
        (10, 2, 9, 0.978515625),
        (15, 4, 12, 0.96484375),
        (20, 6, 15, 0.9586105346679688),
        (25, 8, 18, 0.9567147493362427),
        (100, 40, 61, 0.9647997997822952),
    ],
)
def test_the_interval_of_a_median_has_the_ranks_of_the_published_table(
    count: int, low: int, high: int, coverage: float
) -> None:
    found = median_interval([float(rank) for rank in range(1, count + 1)])
    assert (found.low, found.high) == (low, high)
    assert isclose(found.coverage, coverage, rel_tol=1e-12)
    assert found.is_sure == (count >= 6)


def test_one_value_is_its_own_median_and_sure_of_nothing() -> None:
    found = median_interval([7.0])
    assert (found.value, found.low, found.high, found.coverage) == (7, 7, 7, 0)


def test_nothing_has_no_median() -> None:
    with pytest.raises(ValueError, match="nothing"):
        median_interval([])


@given(some)
def test_the_interval_holds_the_median_of_the_sample(values: list[float]) -> None:
    found = median_interval(values)
    assert min(values) <= found.low <= found.value <= found.high <= max(values)
    assert found.value == median(values)
    assert found.coverage >= 0.95 or (found.low, found.high) == (min(values), max(values))


@given(st.integers(6, 60), st.floats(0.5, 0.999))
def test_no_narrower_interval_would_be_as_sure(count: int, confidence: float) -> None:
    found = median_interval([float(n) for n in range(count)], confidence)
    if found.coverage < confidence:
        assert found.low == 0
        return
    k = int(found.low) + 1
    narrower = 1 - 2 * sum(comb(count, i) for i in range(k + 1)) / 2**count
    assert narrower < confidence or k == (count + 1) // 2


# Hamilton depression scale of nine patients, before and after a tranquilliser (Hollander and
# Wolfe, Nonparametric Statistical Methods, table 3.1): rank sum 5, p 0.0391 for two sides.
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
# Permeability of membranes (the same book, table 4.1): statistic 35, p 0.2544 for two sides.
AT_TERM = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
EARLY = [1.15, 0.88, 0.90, 0.74, 1.21]


def test_the_signed_rank_test_gives_the_textbooks_answer() -> None:
    found = paired_ratio([exp(after) for after in AFTER], [exp(before) for before in BEFORE])
    assert isclose(found.p_rank, 0.0390625)
    assert isclose(found.effect, (5 - 40) / 45)


def test_the_rank_sum_test_gives_the_textbooks_answer() -> None:
    found = sample_ratio(AT_TERM, EARLY)
    assert isclose(found.p_rank, 0.2544, abs_tol=5e-5)
    assert isclose(found.effect, 2 * 35 / 50 - 1)


def test_the_shift_between_two_samples_has_the_textbooks_interval() -> None:
    # The same data: shift 0.305, and -0.15 to 0.76 with a confidence of 96 %.
    found = sample_ratio([exp(x) for x in AT_TERM], [exp(y) for y in EARLY]).ratio
    assert isclose(log(found.value), 0.305, abs_tol=1e-9)
    assert isclose(log(found.low), -0.15, abs_tol=1e-9)
    assert isclose(log(found.high), 0.76, abs_tol=1e-9)
    assert isclose(found.coverage, 0.96, abs_tol=5e-4)


@pytest.mark.parametrize(
    ("first", "second", "critical"),
    # The table of Mann and Whitney: largest statistic that is significant at 5 %, two sides.
    [(4, 4, 0), (5, 5, 2), (6, 6, 5), (7, 7, 8), (5, 10, 8), (8, 8, 13), (10, 10, 23)],
)
def test_rank_sums_are_as_frequent_as_the_published_table_says(
    first: int, second: int, critical: int
) -> None:
    counts = rank_sum_counts(first, second)
    total = comb(first + second, first)
    assert sum(counts) == total
    assert counts == counts[::-1]
    assert 2 * sum(counts[: critical + 1]) / total <= 0.05
    assert 2 * sum(counts[: critical + 2]) / total > 0.05


def test_equal_values_share_their_ranks_and_all_ways_are_counted() -> None:
    # Held against every way to deal the ranks out, by scipy.stats.permutation_test.
    found = rank_sum_p([1, 2, 2, 3, 3, 3, 7], [2, 3, 3, 4, 5, 5, 6, 8])
    assert isclose(found, 0.10287490287490288)
    assert isclose(signed_rank_p([1, 1, -1, 2, 2, 3, -3, 4, 4, 0]), 0.125)


def test_of_many_values_the_normal_approximation_has_its_corrections() -> None:
    # The values of scipy 1.17: mannwhitneyu and wilcoxon, with many ties.
    first = [(7 * i * i) % 23 for i in range(30)]
    second = [(5 * i * i + 3 * i) % 26 for i in range(25)]
    assert isclose(rank_sum_p(first, second), 0.00383875841555652)
    assert isclose(
        signed_rank_p([(11 * i * i) % 31 - 13 for i in range(80)]), 5.189800130526016e-06
    )


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=60))
def test_a_signed_rank_has_two_sides_and_differences_of_zero_count_for_nothing(
    values: list[int],
) -> None:
    found = signed_rank_p(values)
    assert 0 <= found <= 1
    assert isclose(signed_rank_p([-value for value in values]), found, rel_tol=1e-9)
    assert isclose(signed_rank_p([*values, 0, 0]), found, rel_tol=1e-9)


def test_as_many_heads_as_tails_are_no_sign() -> None:
    assert sign_p(4, 8) == 1
    assert sign_p(0, 0) == 1
    assert isclose(sign_p(1, 10), 2 * 11 / 1024)


def test_the_sign_test_is_that_of_a_coin() -> None:
    found = paired_ratio([2.0] * 7 + [0.5], [1.0] * 8)
    assert isclose(found.p_sign, 2 * (1 + 8) / 2**8)


def test_a_clear_change_of_seven_pairs_is_found_and_three_pairs_can_show_none() -> None:
    seven = paired_ratio([1.1, 1.2, 1.15, 1.12, 1.18, 1.11, 1.13], [1.0] * 7)
    assert isclose(seven.p_rank, 2 / 2**7)
    assert seven.can_tell()
    assert seven.effect == 1
    assert not paired_ratio([2.0, 2.1, 2.2], [1.0] * 3).can_tell()
    assert not sample_ratio([2.0, 2.1, 2.2], [1.0, 1.1, 1.2]).can_tell()
    assert sample_ratio([2.0, 2.1, 2.2, 2.3], [1.0, 1.1, 1.2, 1.3]).can_tell()


def test_what_is_the_same_shows_no_change() -> None:
    paired, unpaired = paired_ratio([3.0] * 8, [3.0] * 8), sample_ratio([3.0] * 8, [3.0] * 8)
    for found in (paired, unpaired):
        assert (found.ratio.value, found.p_rank, found.effect) == (1, 1, 0)


@given(some, st.floats(0.1, 10))
def test_a_factor_common_to_all_pairs_is_the_ratio(values: list[float], factor: float) -> None:
    found = paired_ratio([value * factor for value in values], values)
    assert isclose(found.ratio.value, factor, rel_tol=1e-9)


@given(some, some)
def test_turned_around_every_ratio_is_its_reciprocal(a: list[float], b: list[float]) -> None:
    there, back = sample_ratio(a, b), sample_ratio(b, a)
    assert isclose(there.ratio.low * back.ratio.high, 1, rel_tol=1e-9)
    assert isclose(there.ratio.value * back.ratio.value, 1, rel_tol=1e-9)
    assert isclose(there.p_rank, back.p_rank, rel_tol=1e-9)
    assert there.effect == -back.effect
    assert there.ratio.low <= there.ratio.value <= there.ratio.high
    assert cliffs_delta(a, a) == 0


@pytest.mark.parametrize("values", [([], []), ([0.0], [1.0])])
def test_a_ratio_needs_values_above_zero(values: tuple[list[float], list[float]]) -> None:
    for ratio in (paired_ratio, sample_ratio):
        with pytest.raises(ValueError, match="ratio"):
            ratio(*values)


def test_pairs_are_pairs() -> None:
    with pytest.raises(ValueError, match="zip"):
        paired_ratio([1.0, 2.0], [1.0])


def test_far_values_are_named_and_near_ones_are_not() -> None:
    assert outliers([10.0, 10.1, 9.9, 10.2, 9.8, 14.0]) == [5]
    assert outliers([10.0, 10.1, 9.9, 10.2, 9.8]) == []
    assert outliers([5.0, 5.0, 5.0, 5.0, 5.1]) == [4]
    assert outliers([1.0, 1.0, 1.0, 99.0]) == []


@given(st.lists(st.integers(-1000, 1000).map(float), min_size=5, max_size=30), st.integers(-50, 50))
def test_shifting_all_values_makes_none_of_them_far(values: list[float], shift: int) -> None:
    assert outliers(values) == outliers([value + shift for value in values])


def test_many_tests_together_are_held_to_more() -> None:
    # Benjamini and Hochberg (1995), section 3.1: four of fifteen are kept at 0.05.
    published = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
                 0.4262, 0.5719, 0.6528, 0.7590, 1.0]  # fmt: skip
    assert sum(p <= 0.05 for p in adjusted(published)) == 4
    assert adjusted([0.03]) == [0.03]
    assert adjusted([]) == []


def test_a_tail_is_resolved_as_far_as_ten_values_lie_beyond_it() -> None:
    assert is_resolved(99, 1000)
    assert not is_resolved(99.9, 1000)
    assert is_resolved(99.9, 10_000)
    assert isclose(resolved_percentile(1000), 99)
    assert resolved_percentile(5) == resolved_percentile(0) == 0
