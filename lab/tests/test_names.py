# SPDX-License-Identifier: Apache-2.0
"""Names of experiments: by their question, with the old name as an alias everywhere."""

from pathlib import Path
from random import Random

import pytest

from experiments_by_name import EXPERIMENTS
from generated import one
from orbweaver import lab
from orbweaver.cli.main import run_command
from orbweaver.compare.changes import compare
from orbweaver.experiments.find import all_sections, find, named, shown
from orbweaver.problems import BadInput
from orbweaver.record.store import store
from orbweaver.report.build import build
from orbweaver.report.html import html
from orbweaver.results.load import load


def test_exp7_to_exp20_are_aliases_of_names_that_say_the_question() -> None:
    for number in range(7, 21):
        found = named(f"exp{number}")
        assert (found.alias, found.stored) == (f"exp{number}", f"exp{number}")
        assert named(found.name) is found
    assert (named("exp13").name, shown("exp13")) == ("queue-depth", "queue-depth (exp13)")
    assert (named("exp6").name, shown("exp6")) == ("exp6", "exp6")
    assert (find("pigeon"), shown("pigeon")) == (None, "pigeon")


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"unknown experiment 'exp99'.*exp6, ordered-stages"):
        named("exp99")
    with pytest.raises(BadInput, match="unknown experiment 'overview'"):
        named("overview")


def test_both_names_run_the_same_once_and_results_keep_the_old_one(
    fake_bin: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = ["lab", "run", "ordered-stages", "exp7", "--packets", "3", "--work-ms", "0"]
    assert run_command([*command, "--out", str(out)]) == 0
    (run,) = load(out).runs
    assert (run.experiment, run.orb) == ("exp7", "orbweaver")
    assert (out / "exp7/orbweaver/1.json").is_file()


def test_python_takes_both_names(tmp_path: Path) -> None:
    for _ in range(2):
        store(one(EXPERIMENTS["exp13"], "orbweaver", "all", Random(1)), tmp_path)
    results = lab.load(tmp_path)
    assert list(lab.tables(results, "queue-depth")) == list(lab.tables(results, "exp13"))
    assert lab.figures(results, "queue-depth")


def test_results_of_before_compare_with_new_ones_under_the_new_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for side in ("before", "after"):
        store(one(EXPERIMENTS["exp14"], "orbweaver", "all", Random(1)), tmp_path / side)
    before, after = (load(tmp_path / side) for side in ("before", "after"))
    assert {change.experiment for change in compare(before, after).changes} == {"exp14"}
    command = ["lab", "compare", str(tmp_path / "before"), str(tmp_path / "after"), "--all"]
    assert run_command(command) == 0
    assert "pipeline-length" in capsys.readouterr().out


def test_the_page_has_both_names_as_places(tmp_path: Path) -> None:
    store(one(EXPERIMENTS["exp13"], "orbweaver", "all", Random(1)), tmp_path)
    page = html(build(load(tmp_path)))
    assert 'id="queue-depth"' in page
    assert 'id="exp13"' in page
    assert "queue-depth (exp13)" in page


def test_no_name_is_taken_twice() -> None:
    names = [name for one_ in all_sections() for name in {one_.name, one_.stored}]
    assert len(names) == len(set(names))
