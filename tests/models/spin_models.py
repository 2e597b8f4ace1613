# SPDX-License-Identifier: Apache-2.0
"""The Promela models of this folder: what each declares, and what SPIN finds in it."""

import os
import re
import subprocess
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).resolve().parent
LAWS = re.compile(r"^mtype:law = \{([^}]*)\}", re.MULTILINE)
BUG = re.compile(r"\bBUG_(\w+)\)?(?:\s*/\* violates (\w+) \*/)?")
VIOLATED = re.compile(r"assertion violated +!?\(*(\d+)(?:&&|!=)")
# Without -o3 SPIN merges statements, and does not say of each whether it was reached.
GENERATE = ("spin", "-o3", "-a")
COMPILE = ("gcc", "-w", "-DSAFETY", "-DMEMLIM=3000", "-o", "pan", "pan.c")
DEEPEST = "-m2000000"
UNREACHED = r'\t(?P<place>\S+), state (?P<state>\d+), "(?P<what>.*)"'
FORBIDDEN = re.compile(r" assert\(\(\d+&&0\)\)$")
STATEMENT = r"\tcase \d+: // STATE (?P<state>\d+) - (?P<place>\S+) - \[(?P<what>.*)\] \(\d+:"
STEP = re.compile(r" *\d+:\tproc +(?P<number>\d+) \(:?(?P<who>\w+).*?\) \S+:(?P<line>\d+) .*\t\[")


class BadModel(Exception):
    """A model that does not say what the runner needs."""


@dataclass(frozen=True)
class Bug:
    """A planted bug, and the law that it must violate."""

    name: str
    law: str


@dataclass(frozen=True)
class Model:
    """What a model declares."""

    path: Path
    laws: tuple[str, ...]
    bugs: tuple[Bug, ...]

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return self.path.stem

    @property
    def checks(self) -> list["Check"]:
        """All that is to be checked."""
        return [Check(self), *(Check(self, bug) for bug in self.bugs)]


@dataclass(frozen=True)
class Check:
    """One run of SPIN: of the model as it is, or with a bug."""

    model: Model
    bug: Bug | None = None

    def __str__(self) -> str:
        return f"{self.model.name}-{self.bug.name}" if self.bug else self.model.name


@dataclass
class Outcome:
    """What a run found. No faults: what it should find."""

    check: Check
    states: int = 0
    seconds: float = 0.0
    violated: str | None = None
    faults: list[str] = field(default_factory=list[str])
    trail: list[str] = field(default_factory=list[str])


def read_model(path: Path) -> Model:
    """The laws and bugs of a model, in its order."""
    text = path.read_text()
    if not (declared := LAWS.search(text)):
        raise BadModel(f"{path.name}: declares no laws (mtype:law = {{ ... }})")
    laws = tuple(name.strip() for name in declared[1].split(","))
    return Model(path, laws, tuple(_bugs(path.name, text, laws)))


def _bugs(where: str, text: str, laws: tuple[str, ...]) -> Iterable[Bug]:
    found: dict[str, str] = {}
    for name, law in BUG.findall(text):
        found[name] = found.get(name) or law
    for name, law in found.items():
        if law not in laws:
            raise BadModel(f"{where}: BUG_{name} violates '{law}', which is none of its laws")
        yield Bug(name, law)


def all_models() -> list[Model]:
    """Those of this folder, by name."""
    return [read_model(path) for path in sorted(FOLDER.glob("*.pml"))]


def run_all(checks: Iterable[Check], *, with_shortest_trail: bool = False) -> list[Outcome]:
    """As many at once as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(partial(run, with_shortest_trail=with_shortest_trail), checks))


def run(check: Check, *, with_shortest_trail: bool = False) -> Outcome:
    """Makes the checker in a folder of its own, and lets it search all states.

    The shortest way to a bug takes seconds longer to find than any way.
    """
    began = time.monotonic()
    with TemporaryDirectory(prefix="orbweaver-model-") as name:
        folder = Path(name)
        outcome = _search(check, folder, shortens=with_shortest_trail and check.bug is not None)
        if check.bug and outcome.violated:
            outcome.trail = _trail(check, folder)
    outcome.seconds = time.monotonic() - began
    return outcome


def _search(check: Check, folder: Path, *, shortens: bool) -> Outcome:
    for entry in [check.model.path, *FOLDER.glob("*.inc")]:
        (folder / entry.name).write_text(entry.read_text())
    _call(folder, *GENERATE, *_defines(check), check.model.path.name)
    # A bug is found so soon that optimising the checker would take longer. Processes that it leaves
    # stuck (-E) are no matter.
    _call(folder, *COMPILE, "-O0" if check.bug else "-O1", *(["-DREACH"] if shortens else []))
    ways = ["-E"] * (check.bug is not None) + ["-i"] * shortens
    report = _call(folder, "./pan", DEEPEST, *ways)
    outcome = Outcome(check, _states(report), violated=_violated(check.model, report))
    if check.bug:
        outcome.faults = _faults_with(check.bug, outcome.violated, report)
    else:
        outcome.faults = _faults_without(report, (folder / "pan.m").read_text())
    return outcome


def _defines(check: Check) -> list[str]:
    return [f"-DBUG_{check.bug.name}", f"-DCHECK={check.bug.law}"] if check.bug else []


def _call(folder: Path, *command: str) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise RuntimeError(f"{command[0]} is not installed; ./x test installs it") from missing
    if done.returncode or " Error: " in done.stdout:
        raise BadModel(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _states(report: str) -> int:
    found = re.search(r"^ *(\d+) states, stored", report, re.MULTILINE)
    return int(found[1]) if found else 0


def _violated(model: Model, report: str) -> str | None:
    """SPIN numbers the names of an mtype from the last, and puts the number into the assertion."""
    found = VIOLATED.search(report)
    return model.laws[-int(found[1])] if found else None


def _problems(report: str) -> list[str]:
    return re.findall(r"^(?:pan:\d+: .*|error: .*|pan: reached .*)$", report, re.MULTILINE)


def _faults_with(bug: Bug, violated: str | None, report: str) -> list[str]:
    if violated == bug.law:
        return []
    return [f"it should violate {bug.law}, and violates {violated or 'no law'}", *_problems(report)]


def _faults_without(report: str, source: str) -> list[str]:
    faults = _problems(report)
    if "errors: 0" not in report or "Search not completed" in report:
        return [*faults, "SPIN has not searched all states, or found an error"]
    return faults + [f"never reached: {statement}" for statement in _dead(report, source)]


def _dead(report: str, source: str) -> list[str]:
    """Statements that no process reaches, but for those that a law forbids to reach.

    An inline is there once for each use: one that is reached is enough.
    """
    unreached = {
        where for where, _ in _statements(report, "unreached in (?:proctype )?", UNREACHED)
    }
    all_of_them = _statements(source, r"\t\t /\* PROC ", STATEMENT)
    reached = {what for where, what in all_of_them if where not in unreached}
    dead = {what for _, what in all_of_them} - reached
    return sorted(what for what in dead if not FORBIDDEN.search(what))


def _statements(text: str, heading: str, line: str) -> list[tuple[tuple[str, str], str]]:
    """Process and number of a statement; its place in the model and what it does."""
    found: list[tuple[tuple[str, str], str]] = []
    process = ""
    for entry in text.splitlines():
        if head := re.match(heading + r":?(\w+)", entry):
            process = head[1]
        elif (at := re.match(line, entry)) and at["what"] != "-end-":
            found.append(((process, at["state"]), f"{at['place']} {at['what']}"))
    return found


def _trail(check: Check, folder: Path) -> list[str]:
    """The lines of the model that lead to the violation, and the process that takes each."""
    command = ["spin", "-t", "-p", *_defines(check), check.model.path.name]
    replayed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    source = check.model.path.read_text().splitlines()
    steps = [at for line in replayed.stdout.splitlines() if (at := STEP.match(line))]
    lines = [f"{at['who'] + ' ' + at['number']:<20} {_line(source, at['line'])}" for at in steps]
    return [line for line, before in zip(lines, ["", *lines], strict=False) if line != before]


def _line(source: list[str], number: str) -> str:
    return f"{number:>4}  {source[int(number) - 1].strip()}"
