# SPDX-License-Identifier: Apache-2.0
"""What the page says of experiments 16 to 20, from rows whose answer is known."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from experiments_by_name import EXPERIMENTS
from generated import one
from orbweaver.experiments.find import all_sections
from orbweaver.page.blocks import Beside, Chart, Finding, Table
from orbweaver.page.evidence import Evidence
from orbweaver.record.store import store
from orbweaver.results.load import load

Change = Mapping[str, object]


def answers(
    name: str, folder: Path, orb: str, change: Sequence[Change], times: int = 2
) -> Sequence[Finding]:
    """Of so many equal repetitions: the n-th row of the points with the n-th change."""
    result = one(EXPERIMENTS[name], orb, "all", Random(1))
    assert result.rows is not None
    changed = [
        row.model_copy(update=dict(change[n]) if n < len(change) else {})
        for n, row in enumerate(result.rows)
    ]
    for _ in range(times):
        store(result.model_copy(update={"rows": changed}), folder)
    (section,) = [section for section in all_sections() if section.stored == name]
    return section.answer(Evidence(load(folder)))


DISORDER: Change = {"reordered_previous": 17, "overtaken": 9}
LOSS: Change = {"lost": 3}


@pytest.mark.parametrize(
    ("changes", "status"),
    [([DISORDER], "confirmed"), ([], "not seen"), ([DISORDER, {}, DISORDER], "contradicted")],
)
def test_work_that_follows_the_data_reorders_in_a_pool_alone(
    tmp_path: Path, changes: Sequence[Change], status: str
) -> None:
    (found,) = answers("exp16", tmp_path, "orbweaver", changes)
    assert found.status == status


@pytest.mark.parametrize("name", ["exp13", "exp14", "exp16", "exp17", "exp20"])
def test_what_one_contestant_has_not_leaves_its_place_free(tmp_path: Path, name: str) -> None:
    for orb in ("orbweaver", "omniorb", "jacorb"):
        store(one(EXPERIMENTS[name], orb, "all", Random(1)), tmp_path)
    (section,) = [section for section in all_sections() if section.stored == name]
    *tables, beside = section.blocks(Evidence(load(tmp_path)))
    assert isinstance(beside, Beside)
    points = [len(table.groups[0].rows) for table in tables if isinstance(table, Table)]
    for chart in beside.blocks:
        assert isinstance(chart, Chart)
        rows = chart.values.groups[0].rows
        assert {len(row.cells) for row in rows} == {len(chart.values.columns)}
        assert [sum(cell is not None for cell in row.cells) for row in rows] == points


@pytest.mark.parametrize(
    ("changes", "status"),
    [([DISORDER], "confirmed"), ([DISORDER, {}, {}, {}, DISORDER], "contradicted")],
)
def test_who_has_no_lanes_must_keep_the_order_of_a_connection(
    tmp_path: Path, changes: Sequence[Change], status: str
) -> None:
    (found,) = answers("exp16", tmp_path, "omniorb", changes)
    assert found.status == status
    assert "by connection, 4 at once" in found.text


def calls_take(*medians: float) -> list[Change]:
    """The points of exp12 with these times of a call, in µs."""
    summary = one(EXPERIMENTS["exp12"], "orbweaver", "all", Random(1)).rows
    assert summary
    return [{"send_us": summary[0].send_us.model_copy(update={"p50": p50})} for p50 in medians]


@pytest.mark.parametrize(
    ("orb", "changes", "status", "is_explained"),
    [
        ("jacorb", [DISORDER], "contradicted", True),
        ("jacorb", [{}, DISORDER], "contradicted", False),
        ("orbweaver", [DISORDER], "contradicted", False),
        ("jacorb", calls_take(1, 2, 3, 4), "confirmed", False),
    ],
)
def test_a_scope_that_loses_order_contradicts_and_the_known_reason_is_reported(
    tmp_path: Path, orb: str, changes: Sequence[Change], status: str, is_explained: bool
) -> None:
    (found,) = answers("exp12", tmp_path, orb, changes)
    assert found.status == status
    assert ("a thread of its own" in found.text) == is_explained


@pytest.mark.parametrize(
    ("repeats", "status", "reported"),
    [
        ([calls_take(1, 2, 3, 4)] * 2, "confirmed", "target 4 µs; over"),
        ([calls_take(1, 2, 3, 4)], "seen once", "target 4 µs; over"),
        ([calls_take(1, 2, 9, 4)], "undecided", "(server above target, which may be noise)"),
        ([calls_take(1, 2, 9, 4)] * 5, "undecided", "(server above target, which may be noise)"),
        ([calls_take(1, 2, 9, 4)] * 6, "contradicted", "(server above target, though it waits"),
        (
            [*[calls_take(1, 7, 9, 6)] * 5, calls_take(1, 2, 8, 6)],
            "contradicted",
            "(server above target, though it waits for less) (transport above target, which may",
        ),
    ],
)
def test_a_call_that_waits_for_more_takes_longer_or_the_page_says_which_does_not(
    tmp_path: Path, repeats: Sequence[Sequence[Change]], status: str, reported: str
) -> None:
    *_, (found,) = [answers("exp12", tmp_path, "orbweaver", changes, 1) for changes in repeats]
    assert found.status == status
    assert reported in found.text


@pytest.mark.parametrize(
    ("work_ms", "over", "status", "reported"),
    [
        (5.0, 1.05, "confirmed", "(at most "),
        (5.0, 1.16, "contradicted", "(at most "),
        (0.1, 1.15, "undecided", "with 8 threads the work is too short to tell"),
        (0.1, 2.5, "contradicted", "(at most "),
    ],
)
def test_the_gain_of_threads_is_judged_by_the_floor_unless_the_run_is_all_start(
    tmp_path: Path, work_ms: float, over: float, status: str, reported: str
) -> None:
    rows = one(EXPERIMENTS["exp15"], "orbweaver", "all", Random(1)).rows
    assert rows
    scale = work_ms / 5.0
    changes: list[Change] = [
        {"floor_ms": row.floor_ms * scale, "last_ms": row.floor_ms * scale * 1.01} for row in rows
    ]
    changes[-1] = {**changes[-1], "last_ms": rows[-1].floor_ms * scale * over}
    (found,) = answers("exp15", tmp_path, "orbweaver", changes)
    assert found.status == status
    assert reported in found.text


@pytest.mark.parametrize(("name", "angle"), [("exp13", 0), ("exp16", -45), ("exp17", 0)])
def test_labels_that_have_no_room_are_slanted(tmp_path: Path, name: str, angle: int) -> None:
    for orb in ("orbweaver", "omniorb"):
        store(one(EXPERIMENTS[name], orb, "all", Random(1)), tmp_path)
    (section,) = [section for section in all_sections() if section.stored == name]
    beside = section.blocks(Evidence(load(tmp_path)))[-1]
    assert isinstance(beside, Beside)
    for chart in beside.blocks:
        assert isinstance(chart, Chart)
        assert cast("Mapping[str, object]", chart.layout["xaxis"])["tickangle"] == angle


def test_what_a_queue_may_hold_is_said_with_the_law(tmp_path: Path) -> None:
    store(one(EXPERIMENTS["exp13"], "orbweaver", "all", Random(1)), tmp_path)
    (section,) = [section for section in all_sections() if section.stored == "exp13"]
    table, beside = section.blocks(Evidence(load(tmp_path)))
    assert isinstance(table, Table) and isinstance(beside, Beside)
    axes = [cast("Any", chart).layout["xaxis"]["title"]["text"] for chart in beside.blocks]
    assert all("D + N - 1" in words for words in (table.title, table.corner, table.note, *axes))
    assert not any("may hold" in words for words in (table.title, table.corner, *axes))


def test_threads_of_another_orbs_client_reorder_too(tmp_path: Path) -> None:
    (found,) = answers("exp17", tmp_path, "jacorb", [{}, {}, DISORDER])
    assert found.status == "not seen"
    assert "4 (17)" in found.text
    assert "No packet changed places with two-way calls here" in found.text


def test_threads_of_the_client_reorder_and_a_buffer_fixes_it(tmp_path: Path) -> None:
    (found,) = answers("exp17", tmp_path, "orbweaver", [{}, {}, DISORDER, {}, DISORDER])
    assert found.status == "confirmed"
    assert "4 (17)" in found.text


def test_what_did_not_reorder_is_named(tmp_path: Path) -> None:
    (found,) = answers("exp17", tmp_path, "orbweaver", [{}, {}, DISORDER])
    assert found.status == "not seen"
    assert "No packet changed places with two-way calls here" in found.text


def test_a_buffer_that_leaves_disorder_contradicts(tmp_path: Path) -> None:
    (found,) = answers("exp17", tmp_path, "orbweaver", [{}, {}, {}, {}, {}, DISORDER])
    assert found.status == "contradicted"


def test_the_least_skip_time_that_loses_nothing_is_reported(tmp_path: Path) -> None:
    (found,) = answers("exp18", tmp_path, "orbweaver", [DISORDER, LOSS, LOSS])
    assert found.status == "confirmed"
    assert "4 ms was enough" in found.text
    assert "0 ms 6, 1 ms 6, 4 ms 0" in found.text


@pytest.mark.parametrize(
    ("changes", "status"),
    [([DISORDER, LOSS, LOSS, LOSS, LOSS], "contradicted"), ([DISORDER], "not seen")],
)
def test_a_skip_time_that_is_never_enough_or_needless_is_reported(
    tmp_path: Path, changes: Sequence[Change], status: str
) -> None:
    (found,) = answers("exp18", tmp_path, "orbweaver", changes)
    assert found.status == status


def test_a_buffer_says_nothing_where_nothing_is_torn_apart(tmp_path: Path) -> None:
    (found,) = answers("exp18", tmp_path, "orbweaver", [{}, LOSS])
    assert found.status == "undecided"


LOSSY: Change = {"lost": 30, "link_lost": 30}
HASTY: Change = {"lost": 80, "link_lost": 30, "link_delayed": 50}


def test_losses_of_links_are_expected_and_must_be_counted(tmp_path: Path) -> None:
    (found,) = answers("exp19", tmp_path, "orbweaver", [{}, LOSSY, LOSSY, HASTY, LOSSY, LOSSY])
    assert found.status == "confirmed"
    assert "1 %: 60 (60)" in found.text


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ([{}, {"lost": 29, "link_lost": 30}], "contradicted"),
        ([{}, {"overtaken": 1}], "contradicted"),
        ([{}, {"lost": 31, "link_lost": 30}], "undecided"),
        ([{}, {}, {}, {"link_delayed": 50}], "contradicted"),
    ],
)
def test_what_is_not_as_predicted_of_lossy_links_is_reported(
    tmp_path: Path, changes: Sequence[Change], status: str
) -> None:
    (found,) = answers("exp19", tmp_path, "orbweaver", changes)
    assert found.status == status


@pytest.mark.parametrize(
    ("orb", "changes", "status"),
    [
        ("orbweaver", [DISORDER], "confirmed"),
        ("omniorb", [DISORDER], "confirmed"),
        ("omniorb", [DISORDER, DISORDER], "contradicted"),
        ("jacorb", [], "not seen"),
    ],
)
def test_which_dispatch_reorders_is_reported_of_each_orb(
    tmp_path: Path, orb: str, changes: Sequence[Change], status: str
) -> None:
    (found,) = answers("exp20", tmp_path, orb, changes)
    assert found.status == status
    assert ("lane" in found.text) == (orb == "orbweaver")
