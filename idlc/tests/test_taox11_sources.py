# SPDX-License-Identifier: Apache-2.0
"""Sources of TAOX11's tests compile unchanged, but for those that docs/reference/idl.md lists.

Skipped unless TAOX11_ROOT names a folder with TAOX11's sources. Takes minutes.
"""

import os
import re
from pathlib import Path

import pytest
from compiler import PROJECT
from taox11_sources import SOURCES, Taox11

ROOT = os.environ.get("TAOX11_ROOT")
PAGE = PROJECT / "docs" / "reference" / "idl.md"


def refused() -> list[str]:
    """The sources that the page says do not compile."""
    _, _, table = PAGE.read_text().partition("## Sources of TAOX11 that do not compile")
    return re.findall(r"^\| `([\w/]+\.cpp)` \|", table.partition("\n## ")[0], re.MULTILINE)


def test_the_page_names_only_sources_of_the_list() -> None:
    assert set(refused()) <= set(SOURCES)
    assert f"These are left, {len(refused())} of {len(SOURCES)}:" in PAGE.read_text()


@pytest.mark.skipif(ROOT is None, reason="TAOX11_ROOT names no folder with TAOX11's sources")
def test_all_other_sources_compile(tmp_path: Path) -> None:
    taox11 = Taox11(Path(ROOT or ""), tmp_path)
    taox11.prepare()
    outcomes = [taox11.compile(source) for source in SOURCES]
    assert sorted(each.source for each in outcomes if each.error) == sorted(refused()), outcomes
