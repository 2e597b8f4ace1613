# SPDX-License-Identifier: Apache-2.0
import json
from pathlib import Path
from random import Random

import pytest

from experiments_by_name import EXPERIMENTS
from generated import fill, one
from orbweaver import lab
from orbweaver.cli.main import run_command
from orbweaver.compare.changes import Change, compare, smallest_repeats
from orbweaver.record.store import store
from orbweaver.results.load import load

TIME = "time of the last packet"


def times(changes: list[Change], experiment: str) -> list[Change]:
    return [c for c in changes if (c.experiment, c.quantity) == (experiment, TIME)]


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("before"), repeats=7, packets=100)


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("after"), repeats=7, packets=100, slower=1.1)


def test_a_folder_has_not_changed_from_itself(before: Path) -> None:
    found = compare(load(before), load(before))
    assert found.changes
    assert {change.verdict for change in found.changes} == {"no change seen"}
    assert all(change.ratio is None or change.ratio.value == 1 for change in found.changes)
    assert (found.only_a, found.only_b, found.origins) == ([], [], [])


def test_a_tenth_more_time_is_seen_and_what_did_not_change_is_not(
    before: Path, after: Path
) -> None:
    found = list(compare(load(before), load(after)).changes)
    for change in times(found, "exp6"):
        assert change.verdict == "changed"
        assert change.ratio is not None
        assert change.ratio.value == pytest.approx(1.1)
        assert change.effect == 1
    # The points of a sweep are made without the factor.
    assert {change.verdict for change in times(found, "exp14")} == {"no change seen"}


def test_what_took_turns_is_compared_in_pairs(tmp_path: Path) -> None:
    chance = Random(5)
    for minute in range(1, 17):
        side = tmp_path / ("a" if minute % 2 else "b")
        slower = 1.0 if minute % 2 else 1.02
        store(one(EXPERIMENTS["exp6"], "orbweaver", "all", chance, minute, slower), side)
    (change,) = times(list(compare(load(tmp_path / "a"), load(tmp_path / "b")).changes), "exp6")
    assert change.test == "paired"
    assert change.p == pytest.approx(2 / 2**8)
    assert change.verdict == "changed"


def test_too_few_repetitions_say_nothing(tmp_path: Path) -> None:
    for side, slower in (("a", 1.0), ("b", 2.0)):
        for n in range(3):
            run = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(n), n, slower)
            store(run, tmp_path / side)
    found = compare(load(tmp_path / "a"), load(tmp_path / "b"))
    assert {change.verdict for change in found.changes} == {"too few"}
    assert smallest_repeats() == 4


def test_another_transport_is_compared_and_reported(tmp_path: Path) -> None:
    run = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1))
    tcp = run.model_copy(update={"config": run.config.model_copy(update={"transport": "tcp"})})
    store(run, tmp_path / "a")
    store(tcp, tmp_path / "b")
    found = compare(load(tmp_path / "a"), load(tmp_path / "b"))
    assert len(found.changes) == 7
    assert found.origins == ["transport: shm in A, tcp in B"]


def test_of_several_builds_in_a_folder_the_newest_counts_and_the_other_is_named(
    tmp_path: Path,
) -> None:
    old = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1), minute=1, slower=2.0)
    new = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1), minute=2)
    built = new.provenance.model_copy(update={"commit": "fedcba987654"})
    new = new.model_copy(update={"provenance": built})
    for run in (old, new):
        store(run, tmp_path / "a")
    store(new, tmp_path / "b")
    found = compare(load(tmp_path / "a"), load(tmp_path / "b"))
    assert found.older == ["A, exp6 with Orbweaver (commit 0123456789ab)"]
    (change,) = times(list(found.changes), "exp6")
    assert change.ratio is not None
    assert change.ratio.value == 1


def test_counts_of_zero_have_no_ratio_and_are_compared_all_the_same(tmp_path: Path) -> None:
    for n in range(5):
        run = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(n), n)
        worse = [s.model_copy(update={"reordered_previous": 5 + n}) for s in run.stages]
        store(run, tmp_path / "a")
        store(run.model_copy(update={"stages": worse}), tmp_path / "b")
    found = compare(load(tmp_path / "a"), load(tmp_path / "b"))
    (change,) = [c for c in found.changes if c.quantity == "out of order"]
    assert (change.ratio, change.effect, change.verdict) == (None, 1, "changed")


def test_the_command_tells_a_table_and_a_sentence(
    before: Path, after: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["lab", "compare", str(before), str(after)]) == 0
    out = capsys.readouterr().out
    assert "exp6 Orbweaver" in out
    assert "did not take turns" not in out
    assert "changed beyond noise (about 5 % of these by chance)" in out
    assert "no change seen" not in out.partition("Of ")[0]
    assert run_command(["lab", "compare", str(before), str(before), "--all"]) == 0
    assert "no change seen" in capsys.readouterr().out


def test_the_command_gives_json_to_programs(
    before: Path, after: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["lab", "compare", str(before), str(after), "--json", "-"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert document["schema"] == "orbweaver-compare/1"
    assert {"experiment", "quantity", "ratio", "p", "effect", "verdict"} <= set(
        document["changes"][0]
    )
    assert "changed beyond noise" in captured.err


def test_folders_with_nothing_in_common_are_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for side, name in (("a", "exp6"), ("b", "exp5")):
        store(one(EXPERIMENTS[name], "orbweaver", "all", Random(1)), tmp_path / side)
    assert run_command(["lab", "compare", str(tmp_path / "a"), str(tmp_path / "b")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "A has exp6 with Orbweaver; B has exp5 with Orbweaver" in said
    assert run_command(["lab", "compare", str(tmp_path / "a"), str(tmp_path / "c")]) == 2


def test_what_keeps_runs_apart_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1))
    more = run.model_copy(update={"config": run.config.model_copy(update={"packets": 400})})
    store(run, tmp_path / "a")
    store(more, tmp_path / "b")
    assert run_command(["lab", "compare", str(tmp_path / "a"), str(tmp_path / "b")]) == 2
    said = capsys.readouterr().err
    assert f"exp6 with Orbweaver: {run.config.packets} packets in A, 400 packets in B" in said
    assert said.count("\n") == 1


def test_two_orbs_of_one_folder_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for n in range(7):
        for orb, slower in (("omniorb", 1.3), ("orbweaver", 1.0)):
            store(one(EXPERIMENTS["exp6"], orb, "all", Random(n), n, slower), tmp_path)
    found = compare(load(tmp_path), load(tmp_path), ("omniorb", "orbweaver"))
    (change,) = times(list(found.changes), "exp6")
    assert change.verdict == "changed"
    assert change.ratio is not None
    assert change.ratio.value == pytest.approx(1 / 1.3, rel=0.05)
    assert run_command(["lab", "compare", str(tmp_path), "--orb", "omniorb,orbweaver"]) == 0
    said = capsys.readouterr().out
    assert "Orbweaver (B) against omniORB (A)" in " ".join(said.split())


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "give two folders, or one folder and --orb with two peers"),
        (["--orb", "orbweaver"], "--orb takes two peers"),
        (["--orb", "orbweaver,orbweaver"], "--orb takes two peers"),
        (["--orb", "orbweaver,tao"], "has no results of 'tao', but of "),
    ],
)
def test_a_comparison_that_lacks_a_side_is_one_line(
    before: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    assert run_command(["lab", "compare", str(before), *options]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_the_value_that_decides_is_shown(
    before: Path, after: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run_command(["lab", "compare", str(before), str(after)]) == 0
    assert "p of all" in capsys.readouterr().out


def test_from_python_folders_may_be_named(before: Path, after: Path) -> None:
    named = lab.compare(str(before), after)
    assert named.height == lab.compare(lab.load(before), lab.load(after)).height


def test_results_show_as_one_short_line(before: Path) -> None:
    shown = repr(load(before))
    assert str(before) in shown
    assert len(shown) < 200 + len(str(before))
