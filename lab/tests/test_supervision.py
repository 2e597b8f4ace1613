# SPDX-License-Identifier: Apache-2.0
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import left_behind
from experiments_by_name import PLANS
from orbweaver.model.settings import Settings
from orbweaver.pipelines.execute import commands
from orbweaver.problems import BadInput, JobFailed, Problem
from orbweaver.run.pipeline import Outcome, run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits, Supervisor

QUICK = Settings(packets=30, work_ms=1)
LIMITS = Limits(idle=1.0, total=20.0)

Break = Callable[[str, str], None]


@pytest.fixture
def break_program(monkeypatch: pytest.MonkeyPatch) -> Break:
    return lambda name, how: monkeypatch.setenv(f"FAKE_{name.upper()}", how)


def run(experiment: str = "exp6", settings: Settings = QUICK, limits: Limits = LIMITS) -> Outcome:
    return run_pipeline(commands(PLANS[experiment], "orbweaver", settings), limits)


def failure(
    experiment: str = "exp6", settings: Settings = QUICK, limits: Limits = LIMITS
) -> Problem:
    with pytest.raises(Problem) as caught:
        run(experiment, settings, limits)
    return caught.value


def test_a_sound_pipeline_reports_every_component(fake_bin: Path) -> None:
    outcome = run()
    assert [name for name, _ in outcome.stages] == ["stage1", "stage2", "stage3"]
    assert all(report.received == 30 for _, report in outcome.stages)
    assert outcome.producer.send_us.count == 30
    assert left_behind(fake_bin) == []


def test_what_programs_say_to_people_is_kept_with_their_name(
    fake_bin: Path, break_program: Break
) -> None:
    break_program("stage2", "warn")
    assert run().messages == ["stage2: the oscillator drifts"]


@pytest.mark.parametrize("victim", ["producer", "stage1", "stage2", "stage3"])
@pytest.mark.parametrize("experiment", ["exp1", "exp5", "exp6"])
def test_a_killed_component_is_named_not_its_neighbours(
    fake_bin: Path, break_program: Break, victim: str, experiment: str
) -> None:
    break_program(victim, "kill@10")
    problem = failure(experiment)
    assert str(problem) == f"{victim} was killed by SIGKILL"
    assert isinstance(problem, JobFailed)
    assert left_behind(fake_bin) == []


@pytest.mark.parametrize("victim", ["producer", "stage1", "stage3"])
def test_a_stopped_component_is_named(fake_bin: Path, break_program: Break, victim: str) -> None:
    break_program(victim, "stop@10")
    assert str(failure()) == f"{victim} is stopped (SIGSTOP)"
    assert left_behind(fake_bin) == []


def test_a_stop_is_named_even_if_a_neighbours_time_limit_comes_first(
    fake_bin: Path, break_program: Break
) -> None:
    break_program("stage2", "stop@5")
    settings = Settings(packets=30, work_ms=1, call_timeout_ms=200)
    assert str(failure("exp5", settings)) == "stage2 is stopped (SIGSTOP)"


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("exit3@10", "stage2 ended with status 3: the antenna fell off"),
        ("exit0@10", "stage2 ended before its part was done"),
        ("error@10", "stage2: the queue is on fire"),
        ("garbage@10", "stage2 printed something that is not JSON: Segmentation \\x1b[31mfault"),
        ("unknown@10", "stage2 printed a line that is no event of the contract: "
                       '{"event": "coffee", "name": "stage2"}'),
        ("mute@10", "stage2 closed its standard output before its part was done"),
        ("die-early", "stage2 was killed by SIGSEGV"),
        ("cut@10", "stage2 was killed by SIGKILL"),
    ],
)  # fmt: skip
def test_other_failures_are_named_with_their_cause(
    fake_bin: Path, break_program: Break, how: str, says: str
) -> None:
    break_program("stage2", how)
    problem = failure()
    assert str(problem) == says
    assert problem.status == 1
    assert left_behind(fake_bin) == []


def test_a_death_after_the_own_result_counts_while_others_work(
    fake_bin: Path, break_program: Break
) -> None:
    break_program("stage1", "late-kill")
    problem = failure("exp1", Settings(packets=3, work_ms=200))
    assert str(problem) == "stage1 was killed by SIGKILL"


def test_a_refused_option_is_wrong_usage(fake_bin: Path, break_program: Break) -> None:
    break_program("stage2", "bad-option")
    problem = failure()
    assert str(problem) == "stage2: unknown option --sync"
    assert isinstance(problem, BadInput)


def test_a_component_that_never_listens_is_named(fake_bin: Path, break_program: Break) -> None:
    break_program("stage2", "never-ready")
    says = str(failure(limits=Limits(ready=1.0)))
    assert says == "stage2 was not ready within 1 s"
    assert left_behind(fake_bin) == []


def test_a_hanging_stage_is_named_by_the_one_that_waits_for_it(
    fake_bin: Path, break_program: Break
) -> None:
    break_program("stage2", "hang@10")
    settings = Settings(packets=30, work_ms=1, call_timeout_ms=400)
    says = str(failure("exp5", settings))
    accused, _, witness = says.partition("; ")
    assert accused == "stage2 hangs or is too slow"
    assert witness.startswith("stage1 says: the next one did not take packet 10 within 400 ms")
    assert left_behind(fake_bin) == []


def test_a_hang_that_no_neighbour_notices_is_found(fake_bin: Path, break_program: Break) -> None:
    break_program("stage3", "hang@29")
    says = str(failure("exp1"))
    assert says == "stage3 made no progress within 1 s (no result yet from stage3)"
    assert left_behind(fake_bin) == []


def test_a_busy_hang_ends_at_the_total_limit(fake_bin: Path, break_program: Break) -> None:
    break_program("stage3", "spin")
    says = str(failure("exp1", limits=Limits(idle=1.0, total=2.0)))
    assert says == "stage3 did not finish within 2 s (no result yet from stage3)"
    assert left_behind(fake_bin) == []


def test_a_component_that_will_not_leave_is_killed_and_named(
    fake_bin: Path, break_program: Break
) -> None:
    break_program("stage2", "stay")
    says = str(failure(limits=Limits(leave=0.5, abandon=0.2)))
    assert says == "stage2 did not end within 0.5 s after its standard input was closed"
    assert left_behind(fake_bin) == []


def test_a_missing_program_cannot_start(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"stage1: cannot start .*: No such file"), Supervisor() as s:
        s.start(Command("stage1", tmp_path / "nothing"))


def test_signal_handlers_are_given_back(fake_bin: Path) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)
    before = [signal.getsignal(number) for number in numbers]
    run()
    assert [signal.getsignal(number) for number in numbers] == before


def test_no_descriptor_stays_open(fake_bin: Path) -> None:
    run()
    before = sorted(path.name for path in Path("/proc/self/fd").iterdir())
    run()
    assert sorted(path.name for path in Path("/proc/self/fd").iterdir()) == before


def test_a_death_is_reported_within_two_seconds(fake_bin: Path, break_program: Break) -> None:
    """The one time that is a promise: it bounds the waits of the supervisor, not the machine."""
    limits = Limits()
    assert limits.settle + limits.abandon < 2
    assert limits.stopped + limits.abandon <= 2
    break_program("stage2", "kill@10")
    break_program("stage1", "stay")
    started = time.monotonic()
    failure(limits=limits)
    assert time.monotonic() - started < 20
    assert left_behind(fake_bin) == []
