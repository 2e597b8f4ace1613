# SPDX-License-Identifier: Apache-2.0
"""Each planted fault applies to this tree, says what the hunt needs, and is on the page."""

import subprocess
from pathlib import Path

import pytest
from fault_table import BEGIN, END, Row, names_in, row_of, update
from planted_faults import ROOT, BadFault, Fault, all_faults, read_fault
from seed_search import Failure, Found, Search, search

FAULTS = all_faults()
IDS = [fault.name for fault in FAULTS]
PAGE = ROOT / "docs/verify/simulation.md"
FEWEST = 40
MOST_LINES = 10

PATCH = """\
The counter counts
two at once.
Law: at most once, memory
Scenario: clients, idle

diff --git a/orb/one.cpp b/orb/one.cpp
--- a/orb/one.cpp
+++ b/orb/one.cpp
@@ -1 +1 @@
-++count;
+count += 2;
"""


def test_a_patch_may_ask_for_more_seeds(tmp_path: Path) -> None:
    path = tmp_path / "rare.patch"
    path.write_text(PATCH.replace("idle\n", "idle\nSeeds: 9000\n"))
    assert read_fault(path).seeds == 9000
    assert read_fault(path).scenarios == ("clients", "idle")
    assert Search((5, 105), 100).with_seeds(9000) == Search((5, 9005), 9000)
    assert Search((5, 105), 100).with_seeds(0) == Search((5, 105), 100)


def lines_that_change(fault: Fault) -> list[str]:
    lines = fault.path.read_text().partition("\n@@")[2].splitlines()
    return [line for line in lines if line.startswith(("+", "-"))]


def test_there_are_enough() -> None:
    assert len(FAULTS) >= FEWEST


@pytest.mark.parametrize("fault", FAULTS, ids=IDS)
def test_a_patch_applies(fault: Fault) -> None:
    command = ["git", "apply", "--check", str(fault.path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stderr}the lines around it changed: plant it anew"


@pytest.mark.parametrize("fault", FAULTS, ids=IDS)
def test_a_fault_is_small_and_in_the_product(fault: Fault) -> None:
    assert all(name.startswith(("orb/", "services/", "sca/")) for name in fault.changed_files)
    assert 0 < len(lines_that_change(fault)) <= MOST_LINES


@pytest.mark.parametrize("fault", FAULTS, ids=IDS)
def test_its_laws_and_scenarios_exist(fault: Fault) -> None:
    sources = "".join(
        path.read_text() for path in (ROOT / "tests/sim").rglob("*.[ch]pp") if path.is_file()
    )
    laws = [law for law in fault.laws if law != "the program crashes"]
    assert [law for law in laws if f'"{law}"' not in sources] == []
    assert [name for name in fault.scenarios if f'{{"{name}", "' not in sources] == []


def test_the_page_has_a_row_for_each() -> None:
    assert names_in(PAGE.read_text()) == IDS


# ---- the hunt itself ----


def test_a_header_is_read(tmp_path: Path) -> None:
    path = tmp_path / "two-at-once.patch"
    path.write_text(PATCH)
    fault = read_fault(path)
    assert (fault.name, fault.what) == ("two-at-once", "The counter counts two at once.")
    assert (fault.laws, fault.scenarios) == (("at most once", "memory"), ("clients", "idle"))
    assert fault.changed_files == ["orb/one.cpp"]


@pytest.mark.parametrize("line", ["Law: at most once, memory\n", "Scenario: clients, idle\n"])
def test_a_header_that_lacks_a_line_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "two-at-once.patch"
    path.write_text(PATCH.replace(line, ""))
    with pytest.raises(BadFault, match="two-at-once"):
        read_fault(path)


def found(*seeds: int | None) -> Found:
    return Found("clients", tuple(Failure("memory", one) if one else None for one in seeds))


def test_the_median_counts_searches_that_found_nothing() -> None:
    assert found(3, 9, None).median == 9
    assert found(3, None, None).median == float("inf")
    assert found(3, None, None).times == 1


def test_the_law_that_broke_most_often_comes_first() -> None:
    failures = (Failure("memory", 1), Failure("deadlock", 2), Failure("deadlock", 3), None)
    assert Found("clients", failures).laws == ["deadlock", "memory"]


def program(folder: Path, body: str) -> Path:
    path = folder / "orbweaver-sim"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("report", "failure"),
    [
        ('FAILED  clients seed 17 at commit a-1: law "one at a time" is broken: call 2', 7),
        ("FAILED  clients seed 17 at commit a-1: the program ended by signal 11 (x)", 7),
        ("ok      clients: 20 seeds in 0.1 s (200 a second)", None),
    ],
    ids=["a law", "a crash", "none"],
)
def test_a_search_counts_the_seeds_until_a_failure(
    tmp_path: Path, report: str, failure: int | None
) -> None:
    result = search(program(tmp_path, f"echo '{report}'"), "clients", Search((11,), 20))
    assert [one.seeds if one else None for one in result.failures] == [failure]


def test_a_program_that_says_nothing_is_no_success(tmp_path: Path) -> None:
    with pytest.raises(BadFault, match="no result"):
        search(program(tmp_path, "exit 0"), "clients", Search((1,), 20))


def test_a_program_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seed_search.SECONDS_AT_LEAST", 0)
    with pytest.raises(BadFault, match="has not ended"):
        search(program(tmp_path, "sleep 1000 & wait"), "clients", Search((1,), 1))


def test_the_table_keeps_rows_that_were_not_hunted(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\n{END}\nafter\n")
    update(page, [Row("b", "| `b`: old |"), Row("gone", "| `gone`: old |")], {"b", "gone"})
    fault = Fault(Path("a.patch"), "what", ("memory",), ("clients",))
    update(page, [row_of(fault, found(1200, 3, 5000))], {"a", "b"})
    text = page.read_text()
    assert text.startswith(f"before\n{BEGIN}\n| fault |") and text.endswith(f"{END}\nafter\n")
    assert "| `a`: what | memory | `clients` | 3 of 3 | 1,200 |\n| `b`: old |\n" in text
    assert names_in(text) == ["a", "b"]


def test_the_table_says_what_was_not_found() -> None:
    fault = Fault(Path("a.patch"), "what", ("memory",), ("clients",))
    assert row_of(fault, found(None, None, 3)).line.endswith("| 1 of 3 | **not found** |")
