# SPDX-License-Identifier: Apache-2.0
"""Each law holds in each model, and each planted bug violates the law that it names."""

import re
from pathlib import Path

import pytest
from programs import ROOT
from spin_models import BadModel, Check, Model, Outcome, all_models, read_model, run, run_all

MODELS = all_models()
CHECKS = [check for model in MODELS for check in model.checks]
FEWEST_BUGS = 3
PAGE = ROOT / "docs/verify/models.md"

# Two threads add; the tests of the runner change one line.
COUNTER = """
#include "laws.inc"
mtype:law = { even_at_rest, never_seven };
byte n;
active [2] proctype adder() {
  atomic { n++; if :: n == 2 -> seen(both_have_added) :: else fi }
#ifdef BUG_one_adds_twice  /* violates even_at_rest */
  atomic { if :: n == 1 -> n++ :: else fi }
#endif
}
active proctype at_rest() { timeout; LAW(even_at_rest, n % 2 == 0); LAW(never_seven, n != 7) }
"""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    return {str(outcome.check): outcome for outcome in run_all(CHECKS)}


@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_spin_finds_what_the_model_says(check: Check, outcomes: dict[str, Outcome]) -> None:
    outcome = outcomes[str(check)]
    assert not outcome.faults, "\n".join([*outcome.faults, *outcome.trail])


@pytest.mark.parametrize("model", MODELS, ids=[model.name for model in MODELS])
def test_each_law_is_said_and_enough_bugs_are_planted(model: Model) -> None:
    text = model.path.read_text()
    assert [law for law in model.laws if f"LAW({law}," not in text] == []
    assert len(model.bugs) >= FEWEST_BUGS


# ---- the runner itself ----


def outcome_of(folder: Path, text: str, *, with_bug: bool = False) -> Outcome:
    path = folder / "counter.pml"
    path.write_text(text)
    return run(read_model(path).checks[int(with_bug)])


def test_a_sound_model_has_no_faults(tmp_path: Path) -> None:
    outcome = outcome_of(tmp_path, COUNTER)
    assert outcome.faults == []
    assert outcome.states > 5


def test_a_bug_is_found_and_its_steps_are_shown(tmp_path: Path) -> None:
    outcome = outcome_of(tmp_path, COUNTER, with_bug=True)
    assert (outcome.violated, outcome.faults) == ("even_at_rest", [])
    assert any("adder" in step and ":: n == 1 -> n++" in step for step in outcome.trail)


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("n == 2 -> seen(both", "n == 3 -> seen(both", "both_have_added"),
        ("n != 7", "n != 2", "assertion violated"),
        ("n++; if", "n++; n < 2; if", "invalid end state"),
    ],
    ids=["a statement is dead", "a law is violated", "a process is stuck"],
)
def test_a_fault_of_the_model_is_reported(
    tmp_path: Path, right: str, wrong: str, fault: str
) -> None:
    outcome = outcome_of(tmp_path, COUNTER.replace(right, wrong))
    assert any(fault in line for line in outcome.faults), outcome.faults


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("violates even_at_rest", "violates never_seven"), (":: n == 1 -> n++", ":: n == 1 -> skip")],
    ids=["another law is violated", "no law is violated"],
)
def test_a_bug_that_does_not_violate_its_law_is_a_fault(
    tmp_path: Path, right: str, wrong: str
) -> None:
    assert outcome_of(tmp_path, COUNTER.replace(right, wrong), with_bug=True).faults


def test_a_bug_names_a_law_of_its_model(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="'odd_at_rest', which is none of its laws"):
        outcome_of(tmp_path, COUNTER.replace("violates even", "violates odd"))


def test_without_spin_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="spin is not installed"):
        outcome_of(tmp_path, COUNTER)


# ---- the page ----


def rows_of_the_page() -> set[tuple[str, str, str]]:
    """Model, property and bug, as the page has them; an empty bug for each property."""
    rows: set[tuple[str, str, str]] = set()
    model = ""
    for line in PAGE.read_text().partition("## What each says")[2].splitlines():
        if not (row := re.match(r"\| (?:`(\w+)`)? *\| `(\w+)` \| [^|]+ \|(.*)\|$", line)):
            continue
        model = row[1] or model
        rows |= {(model, row[2], bug) for bug in ["", *re.findall(r"`(\w+)`", row[3])]}
    return rows


def test_the_page_names_each_property_and_each_bug() -> None:
    there = {(model.name, law, "") for model in MODELS for law in model.laws}
    there |= {(model.name, bug.law, bug.name) for model in MODELS for bug in model.bugs}
    assert rows_of_the_page() == there


@pytest.mark.parametrize("model", MODELS, ids=[model.name for model in MODELS])
def test_the_page_shows_how_large_a_model_is(model: Model, outcomes: dict[str, Outcome]) -> None:
    """Roughly: versions of SPIN leave out different states that do not matter."""
    link = rf"\(../../tests/models/{model.path.name}\)"
    row = re.search(rf"{link}.* \| ([\d,]+) \| ", PAGE.read_text())
    assert row, f"docs/verify/models.md has no row for {model.name}"
    shown, states = int(row[1].replace(",", "")), outcomes[model.name].states
    assert 0.8 < shown / states < 1.25, f"docs/verify/models.md: {model.name} has {states:,} states"
