# SPDX-License-Identifier: Apache-2.0
import pytest

from experiments_by_name import EXPERIMENTS
from orbweaver.model.published import paper, papers, send_times_of, table_of


def test_every_experiment_has_both_of_its_tables() -> None:
    for experiment in EXPERIMENTS.values():
        tables = [table_of(experiment.stored, one_core) for one_core in (False, True)]
        assert tuple(table.table for table in tables if table) == experiment.tables


def test_every_figure_of_an_experiment_is_there() -> None:
    for experiment in EXPERIMENTS.values():
        figures = [send_times_of(experiment.stored, one_core) for one_core in (False, True)]
        assert tuple(figure.figure for figure in figures if figure) == experiment.figures


def test_the_numbers_of_table_12_are_the_papers() -> None:
    table = table_of("exp6", one_core=False)
    assert table is not None
    assert table.stage_last_ms == [5388.72, 5394.15, 5399.72]


def test_the_papers_example_of_reordering_counts_3_and_7() -> None:
    example = paper().reordering_example
    arrivals = example.arrivals
    previous = sum(b != a + 1 for a, b in zip([0, *arrivals[:-1]], arrivals, strict=True))
    original = sum(number != place for place, number in enumerate(arrivals, 1))
    assert (previous, original) == (example.reordered_previous, example.reordered_original)
    assert (previous, original) == (3, 7)


def test_an_unknown_experiment_has_no_table() -> None:
    assert table_of("exp7", one_core=False) is None


def test_the_numbers_of_the_other_papers_are_there() -> None:
    every = papers()
    assert every.orb_marshalling_profile.cycles["array"]["double"] == 125708
    assert every.latency_profiling_ossie.latency_us["unix"].mean == 62
    assert every.packet_api_orbs.mean_ms_2_to_512_bytes["100Mb"]["omniORB"] == 1.15


def test_equation_1_of_paper_2_turns_the_cycles_of_a_call_into_its_bit_rate() -> None:
    two = papers().orb_marshalling_profile
    rate = two.data_rate
    for floats, cycles, published in (
        (1, two.cycles["basic"]["float"], rate.single_float_bps),
        (1024, two.cycles["array"]["float"], rate.array_1024_float_bps),
    ):
        delay_s = cycles / 720e6
        bps = floats * rate.bits_per_symbol / (delay_s * rate.samples_per_symbol)
        assert bps == pytest.approx(published, rel=1e-3)
