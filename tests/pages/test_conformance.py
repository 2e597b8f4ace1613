# SPDX-License-Identifier: Apache-2.0
"""Each test that docs/reference/conformance.md names is there; a row with a claim names one."""

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

import pytest
from programs import ROOT, path_of

PAGE = ROOT / "docs/reference/conformance.md"
PROGRAM = re.compile(r"(?<![`\w/])(\w+_test)(?![\w.])")
QUOTED = re.compile(r"`([^`]+)`")
NAMED = re.compile(r"(?P<program>(?<![`\w/])\w+_test(?![\w.]))|`(?P<quoted>[^`]+)`")
SUITE = re.compile(r"\*?[A-Z]\w*(\.\*|\*)")
LINK = re.compile(r"\]\(([^)#]+)")


@dataclass(frozen=True)
class Row:
    """A clause group, and the cell that names what shows its state."""

    clause: str
    state: str
    shown_by: str

    def __str__(self) -> str:
        return self.clause


def rows() -> list[Row]:
    cells = (
        line.strip("|").split("|") for line in PAGE.read_text().splitlines() if line[:1] == "|"
    )
    found = [Row(*(cell.strip() for cell in row)) for row in cells]
    return [row for row in found if row.clause not in ("---", "clause group")]


@cache
def suites_of(program: str) -> frozenset[str]:
    reported = subprocess.run(
        [path_of(program), "--gtest_list_tests"], capture_output=True, text=True, check=True
    )
    return frozenset(line for line in reported.stdout.splitlines() if line.endswith("."))


def is_suite(pattern: str, programs: Iterable[str]) -> bool:
    """Whether one of the programs has such a suite: `Policies.*`, `TypeCode*`."""
    wanted = pattern.removesuffix(".*") + "." if pattern.endswith(".*") else pattern
    names = [name for program in programs for name in suites_of(program)]
    return any(fnmatchcase(part, wanted) for name in names for part in (name, name.split("/")[-1]))


def named_suites(shown_by: str) -> dict[str, list[str]]:
    """What stands behind each program, up to the next one or to a file."""
    found: dict[str, list[str]] = {}
    program = ""
    for word in NAMED.finditer(shown_by):
        if word["program"]:
            program = word["program"]
            found[program] = []
        elif program and SUITE.fullmatch(word["quoted"]):
            found[program].append(word["quoted"])
    return found


def is_file(name: str) -> bool:
    if "/" in name:
        return (ROOT / name).exists()
    return any(ROOT.glob(f"tests/**/{name}")) or any(ROOT.glob(f"*/tests/{name}"))


def is_fuzz_target(name: str) -> bool:
    return any(ROOT.glob(f"*/*/fuzz/{name}_fuzz.cpp"))


@pytest.mark.parametrize("row", rows(), ids=str)
def test_what_a_row_names_is_there(row: Row) -> None:
    programs = PROGRAM.findall(row.shown_by)
    all_programs = [*programs, "orb_system_test", "corba_test"]
    missing = [
        name
        for name in QUOTED.findall(row.shown_by)
        if not (is_file(name) or is_fuzz_target(name) or is_suite(name, all_programs))
    ]
    missing += [link for link in LINK.findall(row.shown_by) if not (PAGE.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("row", rows(), ids=str)
def test_a_row_that_names_a_program_names_its_suites(row: Row) -> None:
    for program, suites in named_suites(row.shown_by).items():
        assert suites, f"{program}: which of its suites?"
        assert [suite for suite in suites if not is_suite(suite, [program])] == []


@pytest.mark.parametrize("row", rows(), ids=str)
def test_a_row_that_claims_something_names_what_shows_it(row: Row) -> None:
    if row.state.startswith(("yes", "in part")):
        assert any(form.search(row.shown_by) for form in (PROGRAM, QUOTED, LINK))
