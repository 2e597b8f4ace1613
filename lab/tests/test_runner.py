# SPDX-License-Identifier: Apache-2.0
"""A series: planned, run in turns, going on after failures, resumed, and reported."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import left_behind
from orbweaver.cli.main import run_command
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import all_experiments
from orbweaver.model.peer import with_programs
from orbweaver.model.schema import NotRun, Run, StudyRun
from orbweaver.model.settings import Settings
from orbweaver.problems import Problem
from orbweaver.record.not_run import not_run_in
from orbweaver.record.plan import Ended, Finished, Journal, Plan, Step, read_journal
from orbweaver.report.build import build
from orbweaver.results.load import load
from orbweaver.series import runner as runner_module
from orbweaver.series.choice import chosen_experiments
from orbweaver.series.plan import LeftOut, Wanted, at, every_peer, plan
from orbweaver.series.runner import Runner
from orbweaver.series.words import all_shown, step_words

FAST = ["--packets", "3", "--work-ms", "0"]


class Spy:
    """Keeps what it was given."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.left: list[float] = []
        self.wrong: list[str] = []

    def begins(self, place: int, step: Step, left_seconds: float) -> None:
        self.begun.append(step_words(step))
        self.left.append(left_seconds)

    def measures(self, what: str) -> None:
        pass

    def ended(self, step: Step, run: Run | StudyRun, messages: list[str]) -> None:
        pass

    def failed(self, step: Step, problem: Problem) -> None:
        self.wrong.append(str(problem))


def add_orb(fake_bin: Path, orb: str) -> None:
    for name in ("producer", "stage"):
        shutil.copy(fake_bin / f"orbweaver-{name}", fake_bin / f"{orb}-{name}")


def wanted(
    quick: bool = False, repeat: int | None = None, both: bool = True, brief: bool = False
) -> Wanted:
    pairs = [(entry, orb) for entry in all_experiments().values() for orb in every_peer(entry)]
    return Wanted(pairs, repeat, Settings(quick=quick), both_setups=both, brief=brief)


def noted(folder: Path) -> list[NotRun]:
    return [line for line in not_run_in(folder) if isinstance(line, NotRun)]


EACH_ORBS = tuple(f"exp{n}" for n in (1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 16, 17, 20))
"""In which each ORB can take part but for omniORB, which has one sync scope."""


def results(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("[0-9]*.json"))


def test_everything_is_planned_in_turns_in_both_setups(fake_bin: Path) -> None:
    add_orb(fake_bin, "omniorb")
    steps, missing_ones = plan(wanted())
    assert [step.number for step in steps] == sorted(step.number for step in steps)
    first = [step for step in steps if step.number == 1]
    assert {step.experiment for step in first} >= {f"exp{n}" for n in range(1, 21)} | {"clocks"}
    assert {(s.experiment, s.orb) for s in first if s.one_core} == {
        (f"exp{n}", orb) for n in range(1, 7) for orb in ("orbweaver", "omniorb")
    }
    assert ("exp7", "omniorb") not in {(step.experiment, step.orb) for step in steps}
    assert max(step.number for step in steps) == 7
    assert max(step.number for step in steps if step.one_core or step.experiment == "clocks") == 3
    assert ("exp20", "omniorb") in {(step.experiment, step.orb) for step in steps}
    pipelines = with_programs("pipeline")
    reported = {(one.experiments, one.peer) for one in missing_ones if one.peer in pipelines}
    assert reported >= {(EACH_ORBS, "jacorb"), (EACH_ORBS, "tao")}


def test_a_quick_series_has_ours_first_and_everything_once(fake_bin: Path) -> None:
    add_orb(fake_bin, "omniorb")
    steps, _ = plan(wanted(quick=True))
    assert {step.number for step in steps} == {1}
    orbs = [step.orb for step in steps]
    assert orbs.index("omniorb") > max(n for n, orb in enumerate(orbs) if orb == "orbweaver")


def test_a_brief_series_leaves_out_what_takes_long_and_tells_it(fake_bin: Path) -> None:
    add_orb(fake_bin, "jacorb")
    for role in ("server", "client"):
        (fake_bin / f"jacorb-bench-{role}").touch(mode=0o755)
    every, missing_ones = plan(wanted(quick=True))
    result, reported = plan(wanted(quick=True, brief=True))
    assert {(s.experiment, s.one_core) for s in result if s.orb == "jacorb"} == {
        *((f"exp{n}", False) for n in (*range(1, 7), 20)), ("invocation", False)
    }  # fmt: skip
    left_out = [one for one in reported if one.kind == "quick"]
    assert [one for one in reported if one.kind != "quick"] == missing_ones
    assert {(name, one.one_core) for one in left_out for name in one.experiments} == {
        (step.experiment, step.one_core) for step in every if step not in result
    }
    assert "lab run exp1 exp2 exp3 exp4 exp5 exp6 --quick --orb jacorb --cores 1" in " ".join(
        one.reason for one in left_out
    )


def test_a_given_number_of_repeats_is_used(fake_bin: Path) -> None:
    steps, _ = plan(wanted(repeat=5, both=False))
    counts = {step.experiment: 0 for step in steps}
    for step in steps:
        counts[step.experiment] += 1
        assert not step.one_core
    assert set(counts.values()) == {5}


def test_a_program_that_is_missing_leaves_its_experiment_out(fake_bin: Path) -> None:
    (fake_bin / "raw-clocks").unlink()
    steps, missing_ones = plan(wanted())
    assert "clocks" not in {step.experiment for step in steps}
    (clocks,) = [one for one in missing_ones if one.experiments == ("clocks",)]
    assert isinstance(clocks, LeftOut)
    assert "./x build" in clocks.reason


def test_one_processor_computes(fake_bin: Path) -> None:
    step = Step(experiment="exp1", orb="orbweaver", number=1, one_core=True, seconds=1)
    assert (at(step, Settings()).cores, at(step, Settings()).work) == (1, "spin")
    assert at(step.model_copy(update={"one_core": False}), Settings()) == Settings()


def test_estimates_are_the_work_and_the_start(fake_bin: Path) -> None:
    exp5, exp6, exp14 = chosen_experiments(["exp5", "exp6", "exp14"])
    assert exp6.way.seconds("orbweaver", Settings()) == pytest.approx(5.31, abs=0.5)
    assert exp5.way.seconds("orbweaver", Settings()) == pytest.approx(15.3, abs=0.5)
    assert exp14.way.seconds("orbweaver", Settings()) > 30
    assert exp6.way.seconds("jacorb", Settings()) > exp6.way.seconds("orbweaver", Settings())
    (clocks,) = chosen_experiments(["clocks"])
    assert clocks.way.seconds("raw", Settings(quick=True)) < clocks.way.seconds("raw", Settings())


def journal_of(folder: Path, steps: list[Step], minutes: float | None = None) -> Journal:
    settings = Settings(packets=3, work_ms=0)
    journal = Journal(folder, Plan(names=["x"], minutes=minutes, settings=settings, steps=steps))
    folder.mkdir(exist_ok=True)
    journal.begin()
    return journal


def step(experiment: str, number: int = 1, seconds: float = 1, orb: str = "orbweaver") -> Step:
    return Step(experiment=experiment, orb=orb, number=number, seconds=seconds)


def test_what_fails_is_noted_and_the_rest_goes_on(
    fake_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_RAW_CLOCKS", "exit3")
    journal = journal_of(tmp_path / "out", [step("clocks", orb="raw"), step("exp1")])
    spy = Spy()
    outcome = Runner(journal, spy).run()
    assert [run.experiment for run in outcome.runs] == ["exp1"]
    assert spy.wrong == ["clocks: raw-clocks ended with status 3: the antenna fell off"]
    assert [one.experiment for one in noted(tmp_path / "out")] == ["clocks"]
    again = read_journal(tmp_path / "out")
    assert again
    assert (again.finished, again.done) == (True, {1})


def test_a_fault_in_the_code_of_one_costs_no_other(
    fake_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = runner_module.run_and_keep

    def broken(entry: Experiment, *rest: object) -> object:
        if entry.name == "exp1":
            raise KeyError("shape")
        return real(entry, *rest)  # pyright: ignore

    monkeypatch.setattr(runner_module, "run_and_keep", broken)
    outcome = Runner(journal_of(tmp_path / "out", [step("exp1"), step("exp2")]), Spy()).run()
    assert [str(one) for one in outcome.failures] == ["exp1: internal error: KeyError: 'shape'"]
    assert [run.experiment for run in outcome.runs] == ["exp2"]
    assert noted(tmp_path / "out")[0].reason == "internal error: KeyError: 'shape'"


def test_a_failure_names_the_setup_in_which_it_was(
    fake_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_STAGE1", "die-early")
    alone = step("exp1").model_copy(update={"one_core": True})
    Runner(journal_of(tmp_path / "out", [step("exp1"), alone]), Spy()).run()
    assert [one.one_core for one in noted(tmp_path / "out")] == [False, True]


def ticking(by: float) -> Callable[[], float]:
    """A clock that goes on by so much with each look."""
    looks: Iterator[int] = iter(range(1_000_000))
    return lambda: by * next(looks)


def test_nothing_is_begun_that_would_end_too_late(fake_bin: Path, tmp_path: Path) -> None:
    steps = [step("exp1", seconds=10), step("exp2", seconds=600), step("exp3", seconds=10),
             step("exp1", 2, seconds=1000)]  # fmt: skip
    journal = journal_of(tmp_path / "out", steps, minutes=2)
    spy = Spy()
    outcome = Runner(journal, spy, clock=ticking(0.001)).run()
    assert spy.begun == ["exp1 with orbweaver", "exp3 with orbweaver"]
    assert len(outcome.late) == 2
    (late,) = noted(tmp_path / "out")
    assert (late.experiment, late.kind) == ("exp2", "time")
    assert late.reason == "no time was left within 2 minutes"
    assert max(spy.left) <= 120


def test_the_time_left_follows_what_steps_took(fake_bin: Path, tmp_path: Path) -> None:
    steps = [step("exp1", number, seconds=10) for number in range(1, 5)]
    spy = Spy()
    Runner(journal_of(tmp_path / "out", steps), spy, clock=ticking(20)).run()
    assert spy.left[0] == 40
    assert spy.left[1] == 60  # each takes 20 s: twice as long as was planned


def test_a_journal_is_read_again_and_a_cut_line_is_no_end(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, [step("exp1"), step("exp2")])
    journal.note(Ended(step=0, state="done", seconds=1))
    with (tmp_path / "plan.jsonl").open("a") as file:
        file.write('{"step": 1, "sta')
    again = read_journal(tmp_path)
    assert again
    assert (again.plan, again.done, again.finished) == (journal.plan, {0}, False)
    journal.note(Finished())
    assert read_journal(tmp_path / "none") is None


def test_all_runs_everything_that_is_here(
    fake_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = ["lab", "run", "all", "--quick", *FAST, "--minutes", "0", "--out", str(out)]
    assert run_command(command) == 0
    captured = capsys.readouterr()
    assert "plan: " in captured.err
    assert "with orbweaver, raw, each once" in captured.err
    assert "shared-reference (exp17), dispatch (exp20) with tao: the ORB tao is" in captured.err
    assert "threading, packet-api with tao: tao-bench-server is not in" in captured.err
    assert "warm-up: exp6 with orbweaver, 50 packets, not kept" in captured.err
    assert "exp6 with orbweaver on one processor" in captured.err
    assert f"page: orbweaver lab report {out}" in captured.out
    found = load(out)
    assert {run.experiment for run in found.runs} >= {f"exp{n}" for n in range(1, 21)}
    assert {run.config.cores for run in found.runs if run.experiment == "exp1"} == {"all", 1}
    assert {one.kind for one in noted(out)} == {"missing"}
    page = build(found)
    reported = {gap.what.rpartition(",")[0]: gap.why for gap in page.missing}
    assert "tao-producer" in reported[f"{all_shown(EACH_ORBS)} with TAO"]
    assert "no run failed" in page.verdict[-1]
    assert left_behind(fake_bin) == []


def test_who_cannot_take_part_is_reported_before_anything_runs(
    fake_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_orb(fake_bin, "omniorb")
    command = ["lab", "run", "exp7", "--orb", "omniorb", *FAST, "--out", str(tmp_path / "out")]
    assert run_command(command) == 2
    assert "ordered-stages (exp7) runs with orbweaver only: leave it out" in capsys.readouterr().err


def test_an_orb_that_was_named_must_be_there(
    fake_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for orb, says in (
        ("orbweaver,tao", "tao is not installed"),
        ("pigeon", "unknown peer 'pigeon'"),
    ):
        command = ["lab", "run", "all", "--orb", orb, "--out", str(tmp_path / "out")]
        assert run_command(command) == 2
        assert says in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_every_orb_that_is_here_can_be_asked_for(
    fake_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_orb(fake_bin, "omniorb")
    out = tmp_path / "out"
    assert run_command(["lab", "run", "exp1", "--orb", "all", *FAST, "--out", str(out)]) == 0
    assert results(out) == ["exp1/omniorb/1.json", "exp1/orbweaver/1.json"]
    assert "not run: exp1 with jacorb" in capsys.readouterr().err


def test_failures_make_the_status_and_the_rest_is_kept(
    fake_bin: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_RAW_CLOCKS", "kill")
    out = tmp_path / "out"
    command = ["lab", "run", "clocks", "exp1", *FAST, "--out", str(out)]
    assert run_command(command) == 1
    said = capsys.readouterr().err
    assert "failed: clocks with raw: raw-clocks was killed by SIGKILL\n" in said
    assert f"orbweaver: 1 of 2 runs failed, each with its line in {out}/not-run.jsonl" in said
    assert results(out) == ["exp1/orbweaver/1.json"]
    page = build(load(out))
    assert any("raw-clocks was killed by SIGKILL" in gap.why for gap in page.missing)
    assert "1 run failed" in page.verdict[-1]


def test_what_failed_is_made_up_for_by_resume(
    fake_bin: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_RAW_CLOCKS", "exit3")
    out = tmp_path / "out"
    assert run_command(["lab", "run", "clocks", "exp1", *FAST, "--out", str(out)]) == 1
    monkeypatch.delenv("FAKE_RAW_CLOCKS")
    assert run_command(["lab", "run", "--resume", "--out", str(out)]) == 0
    assert results(out) == ["clocks/raw/1.json", "exp1/orbweaver/1.json"]
    assert "plan: 1 more are done already" in capsys.readouterr().err
    assert run_command(["lab", "run", "--resume", "--out", str(out)]) == 0
    assert len(results(out)) == 2


# So many that the last ones are not over before the signal comes, however busy the machine.
SERIES = ("exp1", "exp2", "exp3", "exp4", "exp5", "exp6", "exp7", "exp8")
LONG = [sys.executable, "-m", "orbweaver", "lab", "run", *SERIES]


def until(condition: Callable[[], bool]) -> None:
    pause = threading.Event()
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        pause.wait(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_only_the_run_under_way_is_lost(
    fake_bin: Path, tmp_path: Path, number: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    launcher = subprocess.Popen(
        [*LONG, "--packets", "30", "--work-ms", "20", "--out", str(out)],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    until(lambda: out.is_dir() and len(results(out)) >= 1)
    launcher.send_signal(number)
    _, said = launcher.communicate(timeout=60)
    before = results(out)
    assert before[0] == "exp1/orbweaver/1.json"
    if number == signal.SIGINT:
        assert launcher.returncode == 1
        assert f"--resume --out {out}" in said.splitlines()[-1]
        assert "interrupted" in said.splitlines()[-1]
    until(lambda: left_behind(fake_bin) == [])
    assert run_command(["lab", "run", "exp1", "--out", str(out)]) == 2
    assert "holds a series that was not finished" in capsys.readouterr().err
    assert run_command(["lab", "run", "--resume", "--out", str(out)]) == 0
    runs = load(out).runs
    assert {run.experiment for run in runs} == set(SERIES)
    assert {run.config.packets for run in runs} == {30}
    # One more if it was killed between a result and its line in the journal.
    assert len(runs) - len(SERIES) in (0, 1)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--resume"], "name it with --out"),
        (["--resume", "--out", "nowhere"], "holds no series to go on with"),
        (["exp1", "--resume", "--out", "nowhere"], "leave out exp1"),
        (["--resume", "--out", "nowhere", "--work-ms", "2"], "leave out --work-ms"),
        (["all", "--minutes", "-1"], "--minutes"),
        (["all", "exp1"], "'exp1' came with it"),
        (["nonsense", "all"], "'nonsense' came with it"),
    ],
)
def test_wrong_use_is_one_line(
    fake_bin: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_command(["lab", "run", *options]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root")
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    result = subprocess.run(mount, check=False, capture_output=True, text=True)
    if result.returncode:
        pytest.skip(f"this machine does not let the tests mount: {result.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_stops_the_series_in_one_line(
    fake_bin: Path, small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = small_disk / "out"
    names = [*["exp1", "exp2"], *FAST, "--repeat", "20", "--out", str(out)]
    assert run_command(["lab", "run", *names]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert "No space left on device" in last
    assert "make room, then go on with orbweaver lab run --resume" in last
    kept = load(out)
    assert kept.files
    assert kept.broken == ()
    assert left_behind(fake_bin) == []


def test_a_plan_that_cannot_be_read_is_named(
    fake_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.jsonl").write_text("{}\n")
    assert run_command(["lab", "run", "--resume", "--out", str(tmp_path)]) == 2
    assert "plan.jsonl holds no plan that can be read" in capsys.readouterr().err


def test_the_plan_is_a_file_for_programs(fake_bin: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run_command(["lab", "run", "exp1", "exp2", *FAST, "--out", str(out)]) == 0
    lines = [json.loads(line) for line in (out / "plan.jsonl").read_text().splitlines()]
    assert lines[0]["schema"] == "orbweaver-plan/1"
    assert [one["state"] for one in lines[1:-1]] == ["done", "done"]
    assert lines[-1] == {"finished": True}
