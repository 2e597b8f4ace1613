# SPDX-License-Identifier: Apache-2.0
"""Studies: found by themselves, run, kept, read again, and shown as experiments are."""

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from experiments_by_name import EXPERIMENTS, STUDIES
from orbweaver.cli.main import run_command
from orbweaver.compare.changes import compare
from orbweaver.experiments.clocks.experiment import EXPERIMENT
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_experiments, all_sections
from orbweaver.model.schema import NotRun, StudyRun, to_json
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.page.evidence import Evidence
from orbweaver.problems import BadInput, JobFailed
from orbweaver.record.not_run import not_run_in
from orbweaver.record.store import store
from orbweaver.report.build import build
from orbweaver.report.html import html
from orbweaver.results.export import export_parquet
from orbweaver.results.load import load
from orbweaver.series.choice import absent_of, check_peers, peers_for
from orbweaver.series.plan import LeftOut, Wanted, every_peer, plan
from orbweaver.series.step import run_and_keep
from orbweaver.studies.measurement import Measurement, coordinates_of
from orbweaver.studies.study import Study

QUICK = Settings(quick=True)


TRIAL = replace(all_experiments()["scheduling"], name="trial", paper=2)


def study(rows: list[dict[str, object]]) -> Experiment:
    measured = Measurement(config={"calls": 5}, rows=rows)
    runs = Study(
        needs="unix-packets",
        check=lambda peer, _: "install it" if peer == "omniorb" else None,
        measure=lambda _peer, _settings, _progress: measured,
    )
    return replace(TRIAL, runs=runs)


def test_every_folder_of_experiments_is_found_and_its_name_is_free() -> None:
    folder = Path(__file__).parents[1] / "src/orbweaver/experiments"
    there = {path.parent.name.replace("_", "-") for path in folder.glob("*/experiment.py")}
    assert {one.name for one in all_sections()} == there
    assert len(all_experiments()) == len(there) - 1 == len(STUDIES) + len(EXPERIMENTS)
    names = [name for one in all_sections() for name in (one.name, one.alias) if name]
    assert len(set(names)) == len(names)


def test_a_study_runs_and_its_file_is_read_again(fake_bin: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    run, _ = run_and_keep(all_experiments()["clocks"], "raw", QUICK, folder)
    results = load(folder)
    assert [file.run for file in results.studies] == [run]
    assert results.studies[0].path == folder / "clocks/raw/1.json"
    assert isinstance(run, StudyRun)
    assert run.coordinates == ["clock", "counter_invariant"]
    assert run.config["looks"] == 100_000
    assert (results.files, results.broken) == ((), ())


def test_what_cannot_run_says_why_and_what_fails_is_noted(
    fake_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadInput, match="install it"):
        study([{"a_ns": 1.0}]).run("omniorb", QUICK)
    with pytest.raises(JobFailed, match="measured nothing"):
        study([]).run("orbweaver", QUICK)
    with pytest.raises(JobFailed, match=r"no result: 'rows\.0\.a_ns"):
        study([{"a_ns": object()}]).run("orbweaver", QUICK)
    monkeypatch.setenv("FAKE_RAW_CLOCKS", "exit3")
    with pytest.raises(JobFailed, match="clocks: raw-clocks ended with status 3: the antenna"):
        run_and_keep(all_experiments()["clocks"], "raw", QUICK, tmp_path)
    noted = [line for line in not_run_in(tmp_path) if isinstance(line, NotRun)]
    assert [(one.experiment, one.orb) for one in noted] == [("clocks", "raw")]


def test_a_missing_program_is_reported_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"clocks with raw: the program raw-clocks is not in .*build"
    ):
        check_peers([all_experiments()["clocks"]], None, Settings(bin=tmp_path))


def test_coordinates_are_what_says_where_a_row_lies() -> None:
    rows: list[dict[str, object]] = [
            {"way": "tcp", "elements": 4, "block_bytes": 64, "took_ns": 3, "x_us": {}},
            {"way": "tcp", "elements": 8, "lost_count": 1, "samples_us": [1.0]}]  # fmt: skip
    assert coordinates_of(rows) == ["way", "elements"]
    assert coordinates_of(rows, ("block_bytes",)) == ["way", "elements", "block_bytes"]


def test_orbs_that_cannot_take_part_are_left_out_or_refused() -> None:
    clocks = all_experiments()["clocks"]
    assert peers_for(clocks, None) == ["raw"]
    assert peers_for(clocks, ["orbweaver", "raw"]) == ["raw"]
    assert peers_for(all_experiments()["exp1"], None) == ["orbweaver"]
    with pytest.raises(BadInput, match="clocks runs with raw only"):
        check_peers([clocks], ["orbweaver"], QUICK)


def no_reason(_peer: str, _settings: Settings) -> None:
    """It can run."""


def nothing(_peer: str, _settings: Settings, _progress: Progress) -> Measurement:
    return Measurement(config={}, rows=[])


ABSENT = replace(TRIAL, runs=Study(needs="unix-packets", check=no_reason, measure=nothing))
WHY = "JacORB has no unix sockets, over which this study compares"


def test_an_orb_that_never_can_take_part_is_left_out_with_the_reason() -> None:
    assert peers_for(ABSENT, ["orbweaver", "jacorb"]) == ["orbweaver"]
    assert absent_of(ABSENT, ["orbweaver", "jacorb"]) == ["jacorb"]
    check_peers([ABSENT], ["orbweaver", "jacorb"], QUICK)
    pairs = [(ABSENT, orb) for orb in every_peer(ABSENT)]
    steps, missing = plan(Wanted(pairs, None, QUICK, both_setups=False))
    assert {step.orb for step in steps} == {"orbweaver", "raw", "omniorb", "tao"}
    assert missing == [LeftOut(("trial",), "jacorb", WHY)]


def test_an_absent_orb_still_takes_part_in_the_other_studies() -> None:
    other = replace(ABSENT, runs=Study(needs="packets", check=no_reason, measure=nothing))
    check_peers([ABSENT, other], ["jacorb"], QUICK)
    pairs = [(entry, orb) for entry in (ABSENT, other) for orb in every_peer(entry)]
    steps, missing = plan(Wanted(pairs, None, QUICK, both_setups=False))
    assert [step.orb for step in steps].count("jacorb") == 1
    assert [one.peer for one in missing] == ["jacorb"]


def test_naming_an_absent_orb_alone_tells_the_reason() -> None:
    with pytest.raises(BadInput, match=f"trial with jacorb: {WHY}"):
        check_peers([ABSENT], ["jacorb"], QUICK)
    with pytest.raises(BadInput, match="scheduling with jacorb: JacORB has no unix sockets"):
        check_peers([all_experiments()["scheduling"]], ["jacorb"], QUICK)


def test_virtual_machines_are_given_time_to_warm_up() -> None:
    trial = study([])
    for settings in (QUICK, Settings()):
        assert trial.way.seconds("jacorb", settings) > trial.way.seconds("omniorb", settings)


def fill(folder: Path, repeats: int, cost: float = 1.0) -> Path:
    """Repeats of a study with two places, a summary and samples."""
    for number in range(repeats):
        near = 1 + number / 100
        rows: list[dict[str, object]] = [
            {"way": way, "cost_ns": cost * value * near, "call_us": {"p50": near, "p99": 2.0},
             "samples_us": [near, near]}
            for way, value in (("unix", 10.0), ("tcp", 20.0))
        ]  # fmt: skip
        run, _ = study(rows).run("orbweaver", QUICK)
        store(run, folder)
    return folder


def test_points_hold_the_repeats(tmp_path: Path) -> None:
    (group,) = Evidence(load(fill(tmp_path, 3))).study("trial")
    unix, tcp = group.points()
    assert (unix.at("way"), tcp.at("way"), unix.at("nothing")) == ("unix", "tcp", None)
    cost, call = unix.estimate("cost_ns"), unix.estimate("call_us", "p50")
    assert cost and call
    assert (cost.value, cost.count) == (pytest.approx(10.1), 3)
    assert call.value == pytest.approx(1.01)
    assert unix.estimate("nothing_ns") is None
    assert len(unix.samples()) == 6
    assert [p.at("way") for p in group.points(lambda row: row["way"] == "tcp")] == ["tcp"]


def test_parquet_holds_the_rows_beside_those_of_pipelines(tmp_path: Path, fake_bin: Path) -> None:
    fill(tmp_path / "out", 2)
    run_and_keep(all_experiments()["exp1"], "orbweaver", Settings(packets=3, work_ms=0),
                 tmp_path / "out")  # fmt: skip
    frame = pl.read_parquet(export_parquet(load(tmp_path / "out")))
    assert set(frame["kind"]) == {"stage", "study"}
    mine = frame.filter(pl.col("kind") == "study")
    assert mine["cost_ns"].to_list() == pytest.approx([10.0, 20.0, 10.1, 20.2])
    assert mine["call_us_p50"].to_list() == pytest.approx([1.0, 1.0, 1.01, 1.01])
    assert set(mine["config_calls"]) == {5}


def test_texts_and_numbers_under_one_name_do_not_fight(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    other = (
        load(tmp_path)
        .studies[0]
        .run.model_copy(update={"config": {"calls": "many"}, "experiment": "other"})
    )
    store(other, tmp_path)
    frame = pl.read_parquet(export_parquet(load(tmp_path)))
    assert set(frame["config_calls"]) == {"5", "many"}


def test_two_folders_are_compared_place_by_place(tmp_path: Path) -> None:
    before, after = fill(tmp_path / "a", 7), fill(tmp_path / "b", 7, cost=2.0)
    found = compare(load(before), load(after))
    reported = {(one.point, one.quantity): one for one in found.changes}
    assert set(reported) == {(f"way {way}", what) for way in ("unix", "tcp")
                         for what in ("cost", "call, p50", "call, p99")}  # fmt: skip
    cost = reported["way unix", "cost"]
    assert cost.ratio
    assert (cost.verdict, cost.unit, cost.ratio.value) == ("changed", "ns", pytest.approx(2.0))
    assert reported["way tcp", "call, p50"].verdict == "no change seen"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rows": []}, "'rows': list should have at least 1 item after validation, not 0"),
        ({"paper": 7}, "'paper': input should be 2, 3 or 4"),
        ({"surprise": 1}, "'surprise': extra inputs are not permitted"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, change: dict[str, object], says: str) -> None:
    path = fill(tmp_path, 1) / "trial/orbweaver/1.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert [one.reason for one in load(tmp_path).broken] == [says]


def test_the_page_shows_a_study_alone(fake_bin: Path, tmp_path: Path) -> None:
    run_and_keep(all_experiments()["clocks"], "raw", QUICK, tmp_path)
    page = build(load(tmp_path))
    (view,) = [view for chapter in page.chapters for _, view in chapter.sections]
    assert view.name == EXPERIMENT.name
    assert [finding.status for finding in view.answer] == ["seen once", "seen once"]
    assert "3 of 1,000 looks on another core saw an earlier time" in view.answer[1].text
    assert "This rests on 1 of" in page.verdict[-1]
    assert ("Commit", load(tmp_path).studies[0].run.provenance.commit) in page.machine
    assert "Cost and steps of the clocks" in html(page)


def test_the_commands_take_studies_beside_experiments(
    fake_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["clocks", "exp1", "--quick", "--work-ms", "0", "--packets", "3"]
    assert run_command(["lab", "run", *names, "--out", str(tmp_path / "out"), "--repeat", "2"]) == 0
    shown = capsys.readouterr().out
    assert "clocks with raw sockets, 2 of 2 (paper 3)" in shown
    assert "exp1" in shown
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"clocks", "exp1"}
    assert run_command(["lab", "run", "clocks", "--quick", "--json", "-",
                        "--out", str(tmp_path / "out")]) == 0  # fmt: skip
    document = json.loads(capsys.readouterr().out)
    assert document["runs"][0]["rows"][0]["clock"] == "CLOCK_MONOTONIC"
    assert run_command(["lab", "list", "--json"]) == 0
    assert "clocks" in [one["name"] for one in json.loads(capsys.readouterr().out)["studies"]]
    assert run_command(["lab", "run", "clocks", "--orb", "orbweaver"]) == 2
    assert "clocks runs with raw only" in capsys.readouterr().err


def test_a_record_survives_writing_and_reading(tmp_path: Path) -> None:
    run = load(fill(tmp_path, 1)).studies[0].run
    assert StudyRun.model_validate_json(to_json(run)) == run
