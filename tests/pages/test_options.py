"""docs/options.md has each option that an ORB takes, and none besides."""

import re
from typing import get_args

from orbweaver.model.modes import Transport, Way
from programs import ROOT

OPTION = re.compile(r"-ORB\w+")
ROW = re.compile(r'^ +\{"(-ORB\w+)",', re.MULTILINE)
"""A row of the table of options: its name and what sets it."""


def words_after(start: str, path: str) -> set[str]:
    """The names in quotes between `start` and the end of its statement."""
    text = (ROOT / path).read_text()
    return set(re.findall(r'"(\w+)"', text.partition(start)[2].partition(";")[0]))


def test_a_way_has_the_same_names_in_the_orb_its_programs_and_the_lab() -> None:
    orb = words_after("to_choice<TransportChoice>", "orb/corba/src/orb_options.cpp")
    program = words_after('"way to the next component"', "sca/component/src/settings.cpp")
    assert orb == program == set(get_args(Transport)) - {"inproc"}
    assert set(get_args(Way)) == set(get_args(Transport)) - {"udp"}


def test_the_page_has_each_option_that_there_is() -> None:
    source = (ROOT / "orb/corba/src/orb_options.cpp").read_text()
    known = set(ROW.findall(source))
    assert len(known) > 40
    lines = (ROOT / "docs/options.md").read_text().splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    assert {name for row in rows for name in OPTION.findall(row.split("|")[1])} == known
