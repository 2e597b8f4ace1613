# SPDX-License-Identifier: Apache-2.0
"""Claims: what a few runs are worth, and numbers that confirm, contradict and decide nothing."""

import ast
from pathlib import Path
from random import Random

import pytest

import orbweaver.experiments
import orbweaver.pipelines
import orbweaver.studies
from claim_examples import BUFFERED, EXAMPLES, runs, stamped, swept
from experiments_by_name import EXPERIMENTS
from generated import one
from orbweaver.experiments.find import all_claims, all_sections
from orbweaver.experiments.latency.experiment import near
from orbweaver.model.schema import Run
from orbweaver.page.claim import Claim, Outcome, status_of
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import Limit, less_than, more_than
from orbweaver.pipelines.findings import last_stamps, majority
from orbweaver.record.store import store
from orbweaver.results.load import load


def test_every_claim_says_what_decides() -> None:
    found = dict(all_claims())
    assert len(found) > 30
    assert all(claim.text and claim.tolerance for claim in found.values())


def test_no_section_makes_a_finding_without_a_claim() -> None:
    packages = (orbweaver.experiments, orbweaver.pipelines, orbweaver.studies)
    for path in (folder for package in packages for folder in package.__path__):
        for file in Path(path).rglob("*.py"):
            calls = [n for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.Call)]
            names = [call.func.id for call in calls if isinstance(call.func, ast.Name)]
            assert "Finding" not in names, file


def evidence(folder: Path, *runs: Run) -> Evidence:
    for run in runs:
        store(run, folder)
    return Evidence(load(folder))


def made(name: str, over: float = 1.05, disorder: int = 0, packets: int = 1000) -> Run:
    """A run so many times over its floor, with packets out of order."""
    run = one(EXPERIMENTS[name], "orbweaver", "all", Random(1), packets=packets)
    assert run.floor_ms
    stages = [
        stage.model_copy(update={"last_ms": run.floor_ms * over, "reordered_previous": disorder})
        for stage in run.stages
    ]
    return run.model_copy(update={"stages": stages})


@pytest.mark.parametrize(
    ("outcome", "repeats", "packets", "status"),
    [
        ("confirmed", 2, 1000, "confirmed"),
        ("confirmed", 1, 1000, "seen once"),
        ("confirmed", 5, 40, "seen once"),
        ("contradicted", 2, 1000, "contradicted"),
        ("contradicted", 1, 1000, "undecided"),
        ("contradicted", 5, 40, "undecided"),
        ("counterexample", 1, 40, "contradicted"),
        ("undecided", 2, 1000, "undecided"),
        ("not seen", 1, 40, "not seen"),
    ],
)
def test_a_single_or_quick_run_confirms_nothing(
    tmp_path: Path, outcome: Outcome, repeats: int, packets: int, status: str
) -> None:
    found = evidence(tmp_path, *([made("exp6", packets=packets)] * repeats))
    assert status_of(outcome, found.groups("exp6")) == status


PIPELINES: list[tuple[str, list[dict[str, float]], str]] = [
    ("exp1", [{"disorder": 3}] * 2, "confirmed"),
    ("exp1", [{}] * 2, "not seen"),
    ("exp2", [{"disorder": 3}] * 2, "undecided"),
    ("exp3", [{"disorder": 3}] * 2, "confirmed"),
    ("exp4", [{}] * 2, "confirmed"),
    ("exp4", [{}], "seen once"),
    ("exp4", [{}, {"disorder": 1}], "contradicted"),
    ("exp5", [{"over": 3.0}] * 2, "confirmed"),
    ("exp5", [{"over": 3.0}], "seen once"),
    ("exp5", [{"over": 2.0}] * 2, "contradicted"),
    ("exp5", [{"over": 2.0}], "undecided"),
    ("exp6", [{"over": 1.09}] * 2, "confirmed"),
    ("exp6", [{"over": 1.12}] * 2, "undecided"),
    ("exp6", [{"over": 1.16}] * 2, "contradicted"),
    ("exp6", [{"over": 1.16}], "undecided"),
    ("exp6", [{"disorder": 1}], "contradicted"),
]


@pytest.mark.parametrize(("name", "runs", "status"), PIPELINES)
def test_the_pipelines_claims_follow_the_numbers(
    tmp_path: Path, name: str, runs: list[dict[str, float]], status: str
) -> None:
    found = evidence(
        tmp_path,
        *(made(name, run.get("over", 1.05), int(run.get("disorder", 0))) for run in runs),
    )
    (section,) = [one for one in all_sections() if one.stored == name]
    assert section.answer(found)[0].status == status


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [(90, 10, "confirmed"), (10, 90, "contradicted"), (10, 10, "undecided"), (0, 0, "undecided")],
)
def test_pacing_is_held_against_unpaced_runs(
    tmp_path: Path, before: int, after: int, status: str
) -> None:
    runs = [made("exp1", disorder=before), made("exp2", disorder=after)]
    found = evidence(tmp_path, *runs, *runs)
    (section,) = [one for one in all_sections() if one.stored == "exp2"]
    assert section.answer(found)[0].status == status


def test_a_ratio_within_a_fifth_of_the_published_one_agrees() -> None:
    assert near([0.6, 0.65], 0.58) == "confirmed"
    assert near([0.81, 0.8], 0.58) == "contradicted"
    assert near([0.6, 0.81], 0.58) == "undecided"
    assert near([], 0.58) == "undecided"


@pytest.mark.parametrize("claim", sorted({one for _, one in all_claims()}, key=str))
@pytest.mark.parametrize("place", [0, 1, 2], ids=["confirmed", "contradicted", "undecided"])
def test_each_claim_has_results_that_confirm_contradict_and_leave_it_undecided(
    tmp_path: Path, claim: Claim, place: int
) -> None:
    assert claim in EXAMPLES, "a claim needs three examples in claim_examples.py"
    name, *makers = EXAMPLES[claim]
    make = makers[place]
    if make is None:
        return  # what is seen or not seen, and is not contradicted by any run
    make(tmp_path)
    (section,) = [one for one in all_sections() if one.stored == name]
    rule = f"{claim.text}: {claim.tolerance}"
    answers = section.answer(Evidence(load(tmp_path)))
    statuses = {one.status for one in answers if one.decided_by == rule}
    meant = ({"confirmed"}, {"contradicted"}, {"undecided"})[place]
    assert statuses in (meant, {"not seen"} if place == 2 else meant)


@pytest.mark.parametrize(
    ("value", "outcome"),
    [(1.0, "confirmed"), (1.1, "confirmed"), (1.12, "undecided"), (1.2, "contradicted")],
)
def test_a_limit_has_a_zone_that_decides_nothing(value: float, outcome: str) -> None:
    assert Limit(1.1, 1.15).judge([0.5, value]) == outcome
    assert Limit(-1.1, -1.15).judge([-0.5, -value]) == outcome
    assert Limit(1.1, 1.15).judge([]) == "undecided"


def test_the_page_tells_a_limit_by_its_own_numbers() -> None:
    assert less_than(2).words == ("confirmed up to 1.9, contradicted above 2.1, undecided between")
    assert more_than(2).words == (
        "confirmed from 2.1 on, contradicted below 1.9, undecided between"
    )


def test_most_of_the_repetitions_decide_and_about_a_half_does_not() -> None:
    assert [majority(count, 4) for count in (3, 0, 2)] == ["confirmed", "contradicted", "undecided"]
    assert [majority(count, 7) for count in (4, 3)] == ["undecided", "undecided"]


def test_last_time_stamps_decide_nothing_where_packets_were_lost(tmp_path: Path) -> None:
    run = stamped(30, 20, 0)
    stages = [stage.model_copy(update={"lost": 1}) for stage in run.stages]
    runs(run.model_copy(update={"stages": stages}))(tmp_path)
    (found,) = last_stamps(Evidence(load(tmp_path)), "exp3", one_core=True)
    assert found.status == "undecided"


def test_a_stall_that_makes_one_repetition_give_up_packets_contradicts_nothing(
    tmp_path: Path,
) -> None:
    swept("exp18", *BUFFERED, times=1)(tmp_path)
    swept("exp18", *BUFFERED[:-1], {"lost": 3}, times=1)(tmp_path)
    (section,) = [one for one in all_sections() if one.stored == "exp18"]
    (found,) = section.answer(Evidence(load(tmp_path)))
    assert found.status == "undecided"
