# SPDX-License-Identifier: Apache-2.0
import io

import pytest
from rich.console import Console

from orbweaver.model.schema import Run
from orbweaver.page.sentence import waveform_sentence
from orbweaver.report.sentence import experiment_sentence
from orbweaver.report.table import experiment_table, send_time_table, waveform_table
from orbweaver.results.measured import Measured
from samples import received, run


def printed(table: object) -> list[list[str]]:
    """The table's rows as their cells."""
    out = io.StringIO()
    Console(file=out, width=250).print(table)
    lines = [line for line in out.getvalue().splitlines() if line[:1] in "│┃"]
    return [[cell.strip() for cell in line.strip("│┃").replace("┃", "│").split("│")]
            for line in lines]  # fmt: skip


def test_each_stage_stands_beside_its_floor_and_the_paper() -> None:
    rows = printed(experiment_table(Measured([run(last_ms=5060.1)])))
    producer, *_, last = rows[1:]
    assert producer[:5] == ["producer", "4990.00", "", "", "-"]
    assert last[:5] == ["stage3", "5060.10", "5010.00", "+1.00 %", "5399.72"]
    assert [row[2] for row in rows[2:]] == ["5000.00", "5005.00", "5010.00"]


def test_reorder_counts_stand_beside_the_papers() -> None:
    rows = printed(experiment_table(Measured([run("exp1", reordered=31)])))
    assert rows[-1][5:9] == ["31", "487", "62", "694"]


def test_repeats_are_shown_as_their_median() -> None:
    runs = [run(last_ms=ms) for ms in (5030.0, 5010.0, 5011.0)]
    assert printed(experiment_table(Measured(runs)))[-1][1] == "5011.00"


def test_stages_beyond_the_papers_three_have_no_published_value() -> None:
    base = run()
    extra = base.stages[-1].model_copy(update={"name": "stage4"})
    longer = base.model_copy(update={"stages": [*base.stages, extra]})
    assert printed(experiment_table(Measured([longer])))[-1][4] == "-"


def test_send_times_stand_beside_the_papers_percentiles() -> None:
    measured, published = printed(send_time_table(Measured([run("exp1")])))[1:]
    assert measured == ["measured", "6", "7", "9", "11", "20", "30", "40", "8"]
    assert published[1:8] == ["6", "-", "<15", "<35", "-", "-", "108710"]
    assert "9.67 (lowest 90 %)" in published[8]
    assert len(printed(send_time_table(Measured([run("exp2")])))) == 2


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (run("exp6", 5015.0), "in order; 0.10 % above the floor, so the pipeline is full"),
        (run("exp6", 5399.72), "(paper, table 12: 7.78 % above its floor, 0 out of order)"),
        (run("exp5", 15100.0), "3.01 times the floor, near three times it"),
        (run("exp5", 15100.0), "(paper, table 10: 3.67 times its floor, 0 out of order)"),
        (run("exp5", 15100.0, cores=1, work="spin"), "the empty pipeline costs nothing here"),
        (run("exp5", 15100.0, cores=1, work="spin"), "table 11: 1.89 % above its floor"),
        (run("exp1", 4510.0, reordered=300, concurrency=8), "up to 300 packets (30 %) did not"),
        (run("exp1", 4509.0, concurrency=8), "10.00 % below the floor of one thread per stage"),
        (run("exp1", 4509.0, concurrency=8), "up to 8 packets were in work at a stage at once"),
        (run("exp3", 5200.0), "3.79 % above the floor, so the pipeline is nearly full"),
        (run("exp3", 9000.0), "80 % above the floor, so the pipeline is not kept full"),
        (run("exp3", 9000.0, lost=2), "6 packets were lost"),
        (run("exp3", 7.0, work_ms=0), "7.0 ms for all packets, where no work sets a floor"),
    ],
)
def test_the_sentence_says_what_the_numbers_mean(record: Run, says: str) -> None:
    assert says in experiment_sentence(Measured([record]))


def test_a_run_of_another_size_is_not_held_against_the_paper() -> None:
    assert "paper" not in experiment_sentence(Measured([run(packets=100, last_ms=512)]))


def test_modes_are_compared_by_what_they_kept_and_how_fast() -> None:
    runs = [
        received("oneway", frames=150, reordered=88, msps=12, identical=False),
        received("twoway", msps=4),
        received("ordered", msps=12),
    ]
    assert waveform_sentence(runs) == (
        "twoway and ordered gave the very 217 frames of one process; "
        "oneway lost 67 frames (31 %) with 88 packets out of order; "
        "of these ordered was fastest with 12.0 MS/s, 3.0 times twoway."
    )
    rows = printed(waveform_table(runs))
    assert rows[1][:7] == ["oneway", "150", "217", "no", "88", "0", "12.00"]
    assert "stage1 99 %" in rows[3][9]


def test_one_mode_alone_is_held_against_real_time() -> None:
    text = waveform_sentence([received("ordered", msps=9)])
    assert "the very 217 frames" in text
    assert "9.0 million samples per second (4.5 times real time)" in text


def test_other_frames_than_the_reference_are_not_called_lost() -> None:
    text = waveform_sentence([received("oneway", identical=False)])
    assert "oneway gave other frames than one process" in text


def test_a_recording_without_frames_is_a_warning_and_no_success() -> None:
    run = received("ordered", frames=0)
    assert run.waveform
    empty = run.waveform.model_copy(update={"frames_reference": 0})
    runs = [run.model_copy(update={"waveform": empty})]
    for some in (runs, 2 * runs):
        text = waveform_sentence(some)
        assert text.startswith("Warning: nothing was decoded: 0 frames")
        assert "the very" not in text
    assert "nothing was decoded" not in waveform_sentence([run])
