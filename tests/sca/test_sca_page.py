# SPDX-License-Identifier: Apache-2.0
"""docs/reference/sca.md has every member of the core framework's IDL once, and its tests exist."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reference/sca.md"
STATUSES = {"yes", "differs", "no"}


@dataclass(frozen=True)
class Row:
    subject: str
    status: str
    how: str
    tests: tuple[str, ...]


def table(title: str) -> list[list[str]]:
    """The cells of the rows below a heading."""
    _, _, rest = PAGE.read_text().partition(f"## {title}\n")
    text = rest.partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def rows() -> list[Row]:
    members = [
        (f"{a}.{b}".replace("`", ""), *rest) for a, b, *rest in table("Operations and attributes")
    ]
    found = [*members, *(tuple(cells) for cells in table("Required behaviour"))]
    return [Row(subject, status, how, tuple(re.findall(r"`([^`]+)`", tests)))
            for subject, status, how, tests in found]  # fmt: skip


def without_blocks(text: str, kinds: str) -> str:
    return re.sub(rf"\b({kinds})\s+\w+\s*\{{[^}}]*\}}\s*;", "", text)


def interfaces(text: str) -> dict[str, str]:
    """The body of each interface."""
    plain = without_blocks(
        re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S), "exception|struct|enum"
    )
    found = re.finditer(r"\binterface\s+(\w+)[^;{]*\{([^}]*)\}", plain)
    return {match[1]: re.sub(r"\b(typedef|const)\b[^;]*;", "", match[2]) for match in found}


def members_of(body: str) -> list[str]:
    attributes = re.findall(r"\battribute\s+[^;]*?(\w+)\s*;", body)
    operations = re.findall(r"(\w+)\s*\([^)]*\)", re.sub(r"raises\s*\([^)]*\)", "", body))
    return [*attributes, *operations]


def members_in_idl() -> list[str]:
    found: list[str] = []
    for file in sorted((ROOT / "idl/sca/CF").glob("*.idl")):
        for name, body in interfaces(file.read_text()).items():
            found += [f"{name}.{member}" for member in members_of(body)]
    return found


@cache
def names_of_tests() -> set[str]:
    """ "Suite.name" of every test of the rooms in sca/."""
    sources = [file for folder in ("sca", "tests/sca") for file in (ROOT / folder).rglob("*.cpp")]
    declared = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)", re.M)
    return {f"{m[1]}.{m[2]}" for file in sources for m in declared.finditer(file.read_text())}


def test_every_operation_and_attribute_has_one_line() -> None:
    listed = [f"{a}.{b}".replace("`", "") for a, b, *_ in table("Operations and attributes")]
    assert len(members_in_idl()) > 80
    assert sorted(listed) == sorted(members_in_idl())


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.subject)
def test_each_line_has_a_status_and_names_tests_that_there_are(row: Row) -> None:
    assert row.status in STATUSES
    assert set(row.tests) <= names_of_tests()
    assert row.tests or row.status == "no", "it says that it works, and no test shows it"
    assert row.how or row.status != "differs", "it differs, and does not say how"
