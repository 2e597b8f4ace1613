# SPDX-License-Identifier: Apache-2.0
"""A component that is killed, stopped, ended or hangs at any point of its life; and the launcher.

Real programs in real pipelines. Each time: one line that names the component and the cause, the
right exit status, and nothing left. `ORBWEAVER_FULL=1` tries every component in every mode at every
point, which takes minutes; without it one of each kind is tried.
"""

import os
import random
import re
import shlex
import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from launched import Launched, Said, until
from orbweaver.run.activity import activity
from programs import path_of

FULL = bool(os.environ.get("ORBWEAVER_FULL"))
SEED = int(os.environ.get("ORBWEAVER_SEED", "4711"))

LAB = ("producer", "stage1", "stage2", "stage3")
EXPERIMENTS = ("exp1", "exp5", "exp6")
PROGRAMS = ("orbweaver-producer", "orbweaver-stage")

BEFORE_READY = -1.0
POINTS = {"before ready": BEFORE_READY, "early": 0.1, "in the middle": 0.5, "late": 0.85}
STRIKES = {"killed": signal.SIGKILL, "stopped": signal.SIGSTOP, "ended": signal.SIGTERM}


@dataclass(frozen=True)
class Pipeline:
    """An experiment."""

    what: str
    transport: str = "auto"

    def __str__(self) -> str:
        return self.what if self.transport == "auto" else f"{self.what}, {self.transport}"

    @property
    def components(self) -> tuple[str, ...]:
        """First to last."""
        return LAB

    def arguments(self, folder: Path) -> list[str]:
        """A second of work, spread evenly."""
        # In exp1 a stage works on several packets at once.
        packets = "1000" if self.what == "exp1" else "120"
        return ["lab", "run", self.what, "--packets", packets, "--work-ms", "5",
                "--transport", self.transport, "--out", str(folder / "out")]  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One component that is struck once."""

    pipeline: Pipeline
    victim: str
    strike: str
    point: str

    def __str__(self) -> str:
        return f"{self.pipeline}: {self.victim} {self.strike} {self.point}"


def full_matrix() -> list[Case]:
    pipelines = [*map(Pipeline, EXPERIMENTS), Pipeline("exp6", "tcp")]
    return [
        Case(pipeline, victim, strike, point)
        for pipeline in pipelines
        for victim, strike, point in product(pipeline.components, STRIKES, POINTS)
    ]


def short_matrix() -> list[Case]:
    """Every component is killed; every strike and point is tried; few stops, which take longest."""
    exp1, exp5, exp6 = map(Pipeline, EXPERIMENTS)
    return [
        *(Case(exp6, *rest) for rest in zip(LAB, ["killed"] * 4, reversed(POINTS), strict=True)),
        Case(exp5, "stage1", "killed", "in the middle"),
        Case(exp1, "stage3", "killed", "early"),
        Case(exp5, "stage3", "stopped", "in the middle"),
        Case(exp6, "stage1", "stopped", "before ready"),
        Case(exp6, "stage2", "ended", "in the middle"),
        Case(exp6, "producer", "ended", "late"),
    ]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What all tests share: results that are not read."""
    return tmp_path_factory.mktemp("dies")


@contextmanager
def launched(
    arguments: list[str], programs: Path, tmp_path: Path
) -> Generator[Launched, None, None]:
    """Whatever happens, all its processes are gone afterwards."""
    command = Launched(arguments, programs, tmp_path / "temporary")
    try:
        yield command
    finally:
        command.destroy()


def faulty(folder: Path, victim: str, fault: str) -> Path:
    """A folder of programs in which the component `victim` does `fault` before it starts."""
    folder.mkdir()
    for name in PROGRAMS:
        real = shlex.quote(str(path_of(name)))
        # The launcher puts --name first.
        script = f'#!/bin/bash\nif [[ $2 == {victim} ]]; then {fault}; fi\nexec {real} "$@"\n'
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    return folder


@cache
def activity_of_a_healthy_run(pipeline: Pipeline, folder: Path, tmp_path: Path) -> int:
    """How much the last component does in all, against which points of its life are reported."""
    most = 0
    with launched(pipeline.arguments(folder), path_of(PROGRAMS[0]).parent, tmp_path) as command:
        pid = command.await_component(pipeline.components[-1])

        def is_over() -> bool:
            nonlocal most
            most = max(most, activity(pid))
            return command.is_over

        until(is_over)
        said = command.finish()
        assert (said.status, said.lines) == (0, [])
        assert command.left_behind(set()) == []
    return most


def reaches_point(command: Launched, pipeline: Pipeline, enough: float) -> bool:
    """Waits until the last component has done so much; false if the run was over before."""
    pid = command.await_component(pipeline.components[-1])
    until(lambda: activity(pid) >= enough or command.is_over)
    return not command.is_over


def at_points(
    pipeline: Pipeline, point: float, folder: Path, tmp_path: Path
) -> Generator[Launched, None, None]:
    """Runs that have come so far, each time earlier: a busy machine does the work in fewer steps,
    so its run is over before it comes to the point of another one, or while it is struck there.
    """
    whole = activity_of_a_healthy_run(pipeline, folder, folder)
    programs = path_of(PROGRAMS[0]).parent
    for earlier in (1, 0.85, 0.7, 0.5, 0.3, 0.15, 0.05):
        with launched(pipeline.arguments(folder), programs, tmp_path) as command:
            if reaches_point(command, pipeline, whole * point * earlier):
                yield command
    pytest.fail(f"{pipeline} was over each time before it came to its point")


def expected(case: Case) -> str:
    """The line that a person should read, as a pattern."""
    number = STRIKES[case.strike]
    if case.strike == "stopped":
        cause = r"is stopped \(SIGSTOP\)"
    elif case.strike == "ended" and POINTS[case.point] != BEFORE_READY:
        cause = "(ended before (its part was|the others were) done|cannot be reached any more; .*)"
    else:
        cause = f"was killed by {number.name}"
    return f"orbweaver: {re.escape(case.pipeline.what)}: {case.victim} {cause}"


def check_verdict(said: Said, pattern: str, status: int = 1) -> None:
    assert len(said.lines) == 1, said.lines
    assert re.fullmatch(pattern, said.lines[0]), said.lines[0]
    assert said.status == status


Notices = Callable[[str, float, float], None]


def strike_before_ready(case: Case, folder: Path, tmp_path: Path) -> None:
    fault = f"kill -{STRIKES[case.strike].name} $$"
    programs = faulty(tmp_path / "bin", case.victim, fault)
    with launched(case.pipeline.arguments(folder), programs, tmp_path) as command:
        said = command.finish()
        check_verdict(said, expected(case))
        assert command.left_behind(set()) == []


def strike(command: Launched, case: Case) -> None:
    """Sends the signal; a component whose part is done may have left before it comes."""
    victim = command.component(case.victim)
    with suppress(ProcessLookupError):
        if victim:
            os.kill(victim, STRIKES[case.strike])


def strike_at_work(case: Case, folder: Path, tmp_path: Path, noticed: Notices) -> None:
    for command in at_points(case.pipeline, POINTS[case.point], folder, tmp_path):
        sockets = command.sockets()
        struck_at = time.monotonic()
        strike(command, case)
        said = command.finish()
        if (said.status, said.lines) == (0, []):
            continue  # its part, or the run, was over before it was harmed
        noticed(case.strike, said.first_line_at - struck_at, said.ended_at - struck_at)
        check_verdict(said, expected(case))
        assert command.left_behind(sockets) == []
        return


@pytest.mark.parametrize("case", full_matrix() if FULL else short_matrix(), ids=str)
def test_a_struck_component_is_named_and_nothing_is_left(
    case: Case, folder: Path, tmp_path: Path, noticed: Notices
) -> None:
    if POINTS[case.point] == BEFORE_READY:
        strike_before_ready(case, folder, tmp_path)
    else:
        strike_at_work(case, folder, tmp_path, noticed)


@dataclass(frozen=True)
class Fault:
    """What a component does instead of its work, and the line it gets; see `faulty`."""

    does: str
    says: str
    status: int = 1


FAULTS = {
    "prints garbage": Fault(
        r"echo Segmentation fault", "VICTIM printed something that is not JSON: Segmentation fault"
    ),
    "prints binary garbage": Fault(
        "head -c 3000 /dev/urandom", r"VICTIM printed something that is not JSON: .{1,60}"
    ),
    "prints without end": Fault(
        "exec cat /dev/zero", "VICTIM printed a line that does not end"
    ),
    "ends with a word": Fault(
        "echo 'VICTIM: the antenna fell off' >&2; exit 3",
        "VICTIM ended with status 3: the antenna fell off",
    ),
    "ends without a word": Fault("exit 0", "VICTIM ended before its part was done"),
    "refuses an option": Fault("echo 'VICTIM: no such way' >&2; exit 2", "VICTIM: no such way", 2),
    "closes its output and stays": Fault(
        "exec >&- ; exec sleep 1000", "VICTIM closed its standard output before its part was done"
    ),
    "hangs before it is ready": Fault("exec sleep 1000", r"VICTIM was not ready within \d+ s"),
}  # fmt: skip


def fault_cases() -> list[tuple[Pipeline, str, str]]:
    if FULL:
        pipelines = Pipeline("exp1"), Pipeline("exp6")
        return [
            (pipeline, victim, fault)
            for pipeline in pipelines
            for victim, fault in product(pipeline.components, FAULTS)
        ]
    victims = [(Pipeline("exp6"), "stage2"), (Pipeline("exp1"), "stage1")]
    return [(*victims[place % 2], fault) for place, fault in enumerate(FAULTS)]


@pytest.mark.parametrize(("pipeline", "victim", "fault"), fault_cases(), ids=str)
def test_a_program_that_breaks_the_contract_is_named(
    pipeline: Pipeline, victim: str, fault: str, folder: Path, tmp_path: Path
) -> None:
    broken = FAULTS[fault]
    programs = faulty(tmp_path / "bin", victim, broken.does.replace("VICTIM", victim))
    with launched(pipeline.arguments(folder), programs, tmp_path) as command:
        said = command.finish()
        says = f"orbweaver: {pipeline.what}: {broken.says.replace('VICTIM', victim)}"
        check_verdict(said, says, broken.status)
        assert command.left_behind(set()) == []


# A stage that works for a minute on each packet hangs, as far as its neighbours can tell.
HANGS = 'set -- "${@/#7.25/60000}"'


@pytest.mark.parametrize("victim", LAB[1:] if FULL else ["stage2"])
@pytest.mark.parametrize("experiment", EXPERIMENTS if FULL else ["exp1", "exp6"])
def test_a_component_that_hangs_at_work_is_named(
    experiment: str, victim: str, tmp_path: Path, noticed: Notices
) -> None:
    programs = faulty(tmp_path / "bin", victim, HANGS)
    arguments = ["lab", "run", experiment, "--packets", "2000", "--work-ms", "7.25",
                 "--call-timeout-ms", "1000", "--out", str(tmp_path / "out")]  # fmt: skip
    with launched(arguments, programs, tmp_path) as command:
        command.await_component("producer")
        struck_at = time.monotonic()
        said = command.finish()
        noticed("hanging", said.first_line_at - struck_at, said.ended_at - struck_at)
        check_verdict(said, f"orbweaver: {experiment}: {victim}(: its| hangs| made no) .*")
        assert command.left_behind(set()) == []


def check_interrupted(
    command: Launched, sockets: set[str], said: Said, what: str, number: signal.Signals
) -> None:
    """A killed launcher says nothing; its components notice, and leave soon after it."""
    if number == signal.SIGKILL:
        assert said.status == -signal.SIGKILL
        until(lambda: command.left_behind(sockets) == [])
    else:
        check_verdict(said, f"orbweaver: {what}: interrupted by {number.name}")
        assert command.left_behind(sockets) == []


OVER_BEFORE_INTERRUPTED: tuple[tuple[int, list[str]], ...] = (
    (0, []),
    (1, ["orbweaver: interrupted"]),
)
"""The run was; in the second case its table was being written, which has no experiment to name."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("what", EXPERIMENTS if FULL else ["exp1", "exp6"])
def test_an_interrupted_launcher_takes_its_components_along(
    what: str, number: signal.Signals, folder: Path, tmp_path: Path
) -> None:
    for command in at_points(Pipeline(what), 0.5, folder, tmp_path):
        sockets = command.sockets()
        command.process.send_signal(number)
        said = command.finish()
        if (said.status, said.lines) in OVER_BEFORE_INTERRUPTED:
            continue
        check_interrupted(command, sockets, said, what, number)
        return


@pytest.mark.parametrize("number", range(150 if FULL else 0))
def test_a_component_struck_at_a_random_moment_is_named_or_the_run_is_whole(
    number: int, folder: Path, tmp_path: Path, noticed: Notices
) -> None:
    """Also where no progress shows the moment: while programs start, and while they leave."""
    chance = random.Random(SEED + number)
    pipeline = Pipeline(chance.choice(EXPERIMENTS))
    case = Case(pipeline, chance.choice(pipeline.components), chance.choice([*STRIKES]), "early")
    activity_of_a_healthy_run(pipeline, folder, folder)
    programs = path_of(PROGRAMS[0]).parent
    with launched(pipeline.arguments(folder), programs, tmp_path) as command:
        victim = command.await_component(case.victim)
        at = time.monotonic() + chance.uniform(0, 1.6) * chance.choice([0.01, 1])
        until(lambda: time.monotonic() >= at)
        struck_at = time.monotonic()
        try:
            os.kill(victim, STRIKES[case.strike])
        except ProcessLookupError:
            return
        said = command.finish()
        if said.status != 0:
            noticed(case.strike, said.first_line_at - struck_at, said.ended_at - struck_at)
            killed = (
                f"({expected(case)}|{expected(case).rpartition(' ended ')[0]} was killed by .*)"
            )
            check_verdict(said, killed)
        assert command.left_behind(set()) == []
