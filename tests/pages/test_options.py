# SPDX-License-Identifier: Apache-2.0
"""docs/reference/options.md is what the ORB's table of options says."""

import re
import subprocess
from typing import get_args

from orbweaver.model.modes import Transport, Way
from programs import ROOT, path_of

PAGE = ROOT / "docs/reference/options.md"
PROGRAM = "build/release/bin/options_page"
WRITE_AGAIN = f"run: ninja -C build/release options_page && {PROGRAM} > docs/reference/options.md"


def words_after(start: str, path: str) -> set[str]:
    """The names in quotes between `start` and the end of its statement."""
    text = (ROOT / path).read_text()
    return set(re.findall(r'"(\w+)"', text.partition(start)[2].partition(";")[0]))


def choices_of(option: str) -> set[str]:
    """The words that the page lists for an option."""
    (row,) = (row for row in PAGE.read_text().splitlines() if row.startswith(f"| `{option}` |"))
    return set(re.findall(r"`([\w-]+)`", row.split("|")[2]))


def test_a_way_has_the_same_names_in_the_orb_its_programs_and_the_lab() -> None:
    orb = choices_of("-ORBtransport")
    program = words_after('"way to the next component"', "peers/orbweaver/launched/settings.cpp")
    in_the_lab = set(get_args(Transport)) - {"inproc"}
    assert orb == program == in_the_lab | {"tls"}  # which needs certificates: bench has it alone
    assert set(get_args(Way)) == set(get_args(Transport)) - {"udp"}


def test_the_page_is_made_from_the_table() -> None:
    result = subprocess.run([path_of("options_page")], capture_output=True, text=True, check=True)
    assert result.stdout == PAGE.read_text(), WRITE_AGAIN
