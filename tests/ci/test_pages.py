# SPDX-License-Identifier: Apache-2.0
"""tools/check_pages.py refuses pages that lead nowhere."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from programs import ROOT

DOCS = "docs"  # apart, as this file is checked, too
GOOD = """\
# A page

[up](../README.md), [here](#two-words), [there](other.md#a-heading), [a site](https://example.org).
The code is in `orb/base/base.hpp`, others in `orb/*/base.hpp` and `orb/ROOM/src`.
`base.hpp` is included as `orbweaver/base/base.hpp`; `base.idl` makes `base_poa.hpp`.
All of `orb/base/include/orbweaver/base` is 20 lines, `orb/base/base.idl` 10 lines.

## Two words

```
[nothing](of-this.md) is a link
```
"""
OTHER = "# Other\n\n## `A` heading\n"
TOUR = "| `orb/cdr` | x |\n| `orb/base` | x |\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree, of which all is right."""
    files = {
        "README.md": "# It\n",
        f"{DOCS}/page.md": GOOD,
        f"{DOCS}/other.md": OTHER,
        "docs/understand/tour.md": TOUR,
        "orb/base/base.hpp": f"// {DOCS}/page.md has more.\n",
        "orb/cdr/cdr.hpp": "",
        "orb/base/include/orbweaver/base/base.hpp": "//\n" * 20,
        "orb/base/base.idl": "//\n" * 10,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "cmake").mkdir()
    (tmp_path / "cmake/rooms.cmake").write_text(
        "orbweaver_room(base IN orb FLOOR 0)\norbweaver_room(cdr IN orb FLOOR 1 USES base)\n"
    )
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    return tmp_path


def said(tree: Path) -> str:
    """What the check prints of the tree."""
    assert shutil.which("git")
    command = [sys.executable, ROOT / "tools/check_pages.py", tree]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == (1 if done.stdout else 0)
    return done.stdout


def test_a_tree_whose_pages_lead_somewhere_is_good(tree: Path) -> None:
    assert said(tree) == ""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("(../README.md)", "(../NONE.md)", "../NONE.md leads to no file"),
        ("(#two-words)", "(#three-words)", "#three-words: that page has no such heading"),
        ("other.md#a-heading", "other.md#b", "other.md#b: that page has no such heading"),
        ("base/base.hpp", "base/gone.hpp", "`orb/base/gone.hpp` is not in the tree"),
        ("`base.hpp`", "`gone.hpp`", "`gone.hpp` is not in the tree"),
        ("`base_poa.hpp`", "`gone_poa.hpp`", "`gone_poa.hpp` is not in the tree"),
        (
            "`orbweaver/base/base.hpp`",
            "`orbweaver/cdr/base.hpp`",
            "`orbweaver/cdr/base.hpp`: no room has this header",
        ),
        ("20 lines", "23 lines", "23 lines: what it names has 20"),
        ("10 lines", "8 lines", "8 lines: what it names has 10"),
        (
            "## Two words",
            "## Two words\n" + "more\n" * 499,
            "512 lines; a page has at most 450: split it",
        ),
    ],
)
def test_a_page_that_leads_nowhere_is_refused(
    tree: Path, old: str, new: str, complaint: str
) -> None:
    (tree / DOCS / "page.md").write_text(GOOD.replace(old, new, 1))
    assert said(tree) == f"{DOCS}/page.md: {complaint}\n"


def test_a_comment_that_names_no_page_is_refused(tree: Path) -> None:
    (tree / "orb/base/base.hpp").write_text(f"// {DOCS}/pages.md has more.\n")
    assert said(tree) == f"orb/base/base.hpp: {DOCS}/pages.md is no page\n"


@pytest.mark.parametrize(
    ("tour", "complaint"),
    [
        ("| `orb/cdr` | x |\n", "it has no row for the room orb/base"),
        (TOUR + "| `orb/old` | x |\n", "orb/old is no room"),
        (
            "| `orb/base` | x |\n| `orb/cdr` | x |\n",
            "orb/cdr stands on a higher floor than orb/base: its row comes before",
        ),
    ],
)
def test_a_tour_of_other_rooms_is_refused(tree: Path, tour: str, complaint: str) -> None:
    (tree / "docs/understand/tour.md").write_text(tour)
    assert f"docs/understand/tour.md: {complaint}\n" in said(tree)


def test_a_long_page_has_its_contents_in_its_head(tree: Path) -> None:
    page = tree / DOCS / "long.md"
    sections = "".join(f"\n## {name}\n{'x' * 9}\n" + "x\n" * 40 for name in "ABCD")
    page.write_text(f"# Long\n\nAfter this page.\n{sections}")
    assert said(tree).startswith(f"{DOCS}/long.md: its contents are not its headings")
    command = [sys.executable, ROOT / "tools/check_pages.py", tree, "--write"]
    subprocess.run(command, check=True)
    contents = " · ".join(f"[{name}](#{name.lower()})" for name in "ABCD")
    assert page.read_text().startswith(
        f"# Long\n\nAfter this page.\n\n**On this page:** {contents}\n\n## A\n"
    )
    assert said(tree) == ""
