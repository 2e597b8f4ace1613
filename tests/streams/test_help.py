# SPDX-License-Identifier: Apache-2.0
"""--help of every program that is installed: for a reader; and no option of it takes NaN."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from installed import installed_programs

WITHIN_S = 120
FLOAT_OPTION = re.compile(r"^ +(?:-\w,)?(--[\w-]+) FLOAT", re.MULTILINE)
REQUIRED_OPTION = re.compile(r"^ +(?:-\w,)?(--[\w-]+) TEXT REQUIRED", re.MULTILINE)
SUBCOMMAND = re.compile(r"^Subcommands:\n((?:  .*\n)+)", re.MULTILINE)


def run(program: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [program, *words], capture_output=True, text=True, check=False, timeout=WITHIN_S,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def has_help(program: Path) -> bool:
    return program.exists() and run(program, "--help").returncode == 0


@pytest.fixture(params=installed_programs(), ids=lambda program: program.name)
def program(request: pytest.FixtureRequest) -> Path:
    if not has_help(request.param):
        pytest.skip(f"{request.param.name} is not built, or a device or a domain starts it")
    return request.param


def pages(program: Path) -> list[str]:
    """Its page, and those of its verbs."""
    page = run(program, "--help").stdout
    verbs = SUBCOMMAND.search(page)
    names = [line.split()[0] for line in verbs[1].splitlines()] if verbs else []
    return [page, *(run(program, name, "--help").stdout for name in names)]


def test_help_is_for_a_reader(program: Path) -> None:
    for page in pages(program):
        assert page
        assert [c for c in page if not c.isprintable() and c != "\n"] == []
        assert "->" not in page, "numbers that stand for words"


LINES, COLUMNS = 40, 100


def commands_of(table: Path) -> set[str]:
    """The programs that serve commands of `orbweaver`, as it says itself."""
    rows = json.loads(run(table, "--describe").stdout)["commands"]
    served = {row["name"] for row in rows if row["served_by"] in ("program", "readable")}
    return {"orbweaver", "orbweaver-control", *(f"orbweaver-{name}" for name in served)}


def test_help_of_a_command_fits_a_screen_and_has_examples(program: Path) -> None:
    table = program.parent / "orbweaver"
    if not table.exists() or program.name not in commands_of(table):
        pytest.skip(f"{program.name} is no command of orbweaver")
    for page in pages(program):
        lines = page.splitlines()
        assert len(lines) <= LINES
        assert max(map(len, lines)) <= COLUMNS
        assert any(line.startswith("Examples") for line in lines)


def test_a_command_describes_its_options(program: Path) -> None:
    """Completion and manual pages are made of it."""
    table = program.parent / "orbweaver"
    if not table.exists() or program.name not in commands_of(table) - {"orbweaver"}:
        pytest.skip(f"{program.name} is no command of orbweaver")
    described = json.loads(run(program, "--describe").stdout)
    assert described["program"] == program.name
    rows = [described, *described["commands"]]
    helps = [run(program, "--help").stdout]
    helps += [run(program, row["command"], "--help").stdout for row in described["commands"]]
    for row, page in zip(rows, helps, strict=True):
        assert all(name in page for one in row["options"] for name in one["names"]
                   if not row["commands"])  # fmt: skip


def test_no_option_takes_nan(program: Path) -> None:
    page = pages(program)[0]
    given = [word for name in REQUIRED_OPTION.findall(page) for word in (name, "text")]
    for option in FLOAT_OPTION.findall(page):
        done = run(program, *given, option, "nan")
        assert done.returncode == 2, option
        assert option in done.stderr, option
