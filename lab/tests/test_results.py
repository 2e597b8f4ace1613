# SPDX-License-Identifier: Apache-2.0
from pathlib import Path
from random import Random

import polars as pl
import pytest

from experiments_by_name import EXPERIMENTS
from generated import fill, one
from orbweaver.model.schema import to_json
from orbweaver.problems import BadInput
from orbweaver.record.not_run import NAME as NOT_RUN
from orbweaver.record.not_run import NoResult, note_not_run
from orbweaver.record.store import store
from orbweaver.results.export import export_parquet
from orbweaver.results.frames import all_frame, point_frame, stage_frame
from orbweaver.results.group import groups, in_turns
from orbweaver.results.load import load


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("results"), repeats=2, packets=100)


def test_every_file_is_found_in_the_order_in_which_people_count(filled: Path) -> None:
    results = load(filled)
    experiments = list(dict.fromkeys(run.experiment for run in results.runs))
    assert experiments == list(EXPERIMENTS)
    first = [file.repeat for file in results.files if file.path.parent.match("exp1/orbweaver")]
    assert first == [1, 2, 3, 4]
    assert not results.broken


def test_a_broken_file_is_named_with_the_place_and_the_rest_goes_on(tmp_path: Path) -> None:
    run = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1))
    good = store(run, tmp_path)
    whole = to_json(run)
    texts = {
        2: whole[: len(whole) // 2],
        3: whole.replace('"received": 1000', '"received": -1', 1),
        4: whole.replace("orbweaver-result/1", "orbweaver-result/2"),
        5: whole.replace('"exp6"', '"exp5"', 1),
        6: "",
        7: whole.replace('"floor_ms"', '"flor_ms"', 1),
        8: whole.replace('"busy": 0.99', '"busy": NaN', 1),
    }
    for number, text in texts.items():
        (good.parent / f"{number}.json").write_text(text)
    results = load(tmp_path)
    assert [file.repeat for file in results.files] == [1]
    reported = {int(one.path.stem): one.reason for one in results.broken}
    assert reported[2].startswith("not whole JSON")
    assert reported[3] == "'stages.0.received': input should be greater than or equal to 0"
    assert reported[4] == "not of the schema orbweaver-result/1"
    assert reported[5] == "holds exp5 with orbweaver, which its folder denies"
    assert "not whole JSON" in reported[6]
    assert "floor_ms" in reported[7]
    assert reported[8] == "'stages.0.busy': input should be a finite number"
    assert all("\n" not in reason for reason in reported.values())


def test_other_files_are_none_of_ours(tmp_path: Path) -> None:
    path = store(one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1)), tmp_path)
    for name in ("notes.json", "1.json.bak", ".1.json.half"):
        (path.parent / name).write_text("{")
    (tmp_path / "top.json").write_text("{")
    results = load(tmp_path)
    assert (len(results.files), results.broken) == (1, ())


@pytest.mark.parametrize("make", [False, True])
def test_a_folder_without_results_is_bad_input(tmp_path: Path, make: bool) -> None:
    folder = tmp_path / "none"
    if make:
        folder.mkdir()
    with pytest.raises(BadInput, match="none"):
        load(folder)


def test_what_was_not_run_is_reported_with_its_reason(tmp_path: Path) -> None:
    note_not_run(tmp_path, NoResult("exp3", "tao", "tao is not here"))
    with (tmp_path / NOT_RUN).open("a") as file:
        file.write('{"cut off')
    results = load(tmp_path)
    assert [(one.experiment, one.orb, one.reason) for one in results.not_run] == [
        ("exp3", "tao", "tao is not here")
    ]
    assert "line 2" in results.broken[0].reason


def test_a_list_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    note_not_run(tmp_path / "nowhere", NoResult("exp3", "tao", "tao is not here"))
    assert not (tmp_path / "nowhere").exists()


def test_repeats_alike_are_one_group_and_other_setups_are_distinguished(tmp_path: Path) -> None:
    base = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1))
    tcp = base.model_copy(update={"config": base.config.model_copy(update={"transport": "tcp"})})
    alone = one(EXPERIMENTS["exp6"], "orbweaver", 1, Random(1))
    for run in (base, tcp, base, alone):
        store(run, tmp_path)
    found = groups(load(tmp_path).files)
    assert [(group.label, len(group.files)) for group in found] == [
        ("Orbweaver (shm)", 2), ("Orbweaver (tcp)", 1), ("Orbweaver", 1),
    ]  # fmt: skip
    assert [group.one_core for group in found] == [False, False, True]


def test_a_tree_that_was_changed_meanwhile_leaves_the_repeats_together(tmp_path: Path) -> None:
    base = one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1))
    dirty = base.provenance.model_copy(update={"commit": base.provenance.commit + "-dirty"})
    for run in (base, base.model_copy(update={"provenance": dirty})):
        store(run, tmp_path)
    assert len(groups(load(tmp_path).files)) == 1


def test_turns_are_known_by_their_times(filled: Path) -> None:
    results = load(filled)
    found = [group for group in groups(results.files) if group.first.experiment == "exp6"]
    ours, theirs = (g for g in sorted(found, key=lambda g: g.label) if not g.one_core)
    assert in_turns(ours, theirs)
    later = ours.files[1].run.provenance.model_copy(update={"date": "2020-01-01T00:00:00+00:00"})
    moved = ours.files[1].run.model_copy(update={"provenance": later})
    file = ours.files[1].__class__(ours.files[1].path, 2, moved)
    assert not in_turns(type(ours)((ours.files[0], file), ours.label), theirs)
    assert not in_turns(ours, type(ours)(theirs.files[:1], theirs.label))


def test_frames_have_a_row_for_each_stage_and_for_each_point(filled: Path) -> None:
    files = load(filled).files
    stages, points = stage_frame(files), point_frame(files)
    runs = [file.run for file in files]
    assert stages.height == sum(len(run.stages) for run in runs if run.rows is None)
    assert points.height == sum(len(run.rows or []) for run in runs)
    assert {"send_us_p99", "latency_us_p999", "last_ms", "floor_ms"} <= set(stages.columns)
    slowest = stages.filter(pl.col("experiment") == "exp5")["last_ms"].max()
    assert slowest == max(s.last_ms for run in runs if run.experiment == "exp5" for s in run.stages)


def test_parquet_holds_what_the_files_hold(filled: Path) -> None:
    results = load(filled)
    path = export_parquet(results)
    assert pl.read_parquet(path).equals(all_frame(results))
    assert not list(filled.glob(".results*"))
