#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public declarations of the face, from its headers.

list_face.py                  the differences between the headers and docs/face.txt; status 1 if any
list_face.py --write          writes docs/face.txt
list_face.py --undocumented   each declaration without a comment, as FILE:LINE; status 1 if any
list_face.py --count          how many there are, and how many have a comment
list_face.py --html FOLDER    pages of the face, for a browser
"""

import argparse
import difflib
import sys
import tempfile
from collections import Counter
from pathlib import Path

from comments import missing_comments, needs_comment
from declarations import Declaration, read_declarations
from doxygen import run_doxygen, version_of_doxygen
from filtered import write_filtered
from html_pages import write_pages

HERE = Path(__file__).resolve().parent
LIST = "docs/face.txt"


def declarations_of(tree: Path) -> list[Declaration]:
    """What the headers declare now."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name).resolve()
        write_filtered(tree, work)
        run_doxygen(work, ["GENERATE_XML = YES", "XML_PROGRAMLISTING = NO", "INPUT = ."])
        return read_declarations(work / "xml")


def first_line() -> str:
    """Of the list: what it was made with."""
    return f"The face, as doxygen {version_of_doxygen()} writes it. Made by ./x face --write"


def as_list(declarations: list[Declaration]) -> str:
    """The list: each header, and below it what it declares."""
    lines = [first_line()]
    for declaration in declarations:
        if declaration.include not in lines:
            lines += ["", declaration.include]
        lines.append(f"  {declaration.text}")
    return "\n".join(lines) + "\n"


def differences(tree: Path, declarations: list[Declaration]) -> list[str]:
    """Lines that begin with + are in the headers alone, those with - in the list alone."""
    path = tree / LIST
    before = path.read_text().splitlines() if path.exists() else []
    if before and before[0] != first_line():
        print(
            f"list_face.py: not compared: {LIST} was not made with doxygen {version_of_doxygen()}"
        )
        return []
    now = as_list(declarations).splitlines()
    return list(difflib.unified_diff(before, now, LIST, "the headers", lineterm="", n=0))


def print_differences(tree: Path, declarations: list[Declaration]) -> int:
    """Status 1 if there are any."""
    lines = differences(tree, declarations)
    if not lines:
        return 0
    print("\n".join(lines))
    print(
        f"list_face.py: {LIST} is not what the headers of the face declare. Is the change meant?"
        " Then ./x face --write, and a line of it in CHANGELOG.md"
    )
    return 1


def print_missing(declarations: list[Declaration], tree: Path) -> int:
    """Status 1 if there are any."""
    missing = missing_comments(declarations, tree)
    for entry in missing:
        print(f"{entry.header}:{entry.line}: {entry.name}: a public declaration without a comment")
    return 1 if missing else 0


def print_count(declarations: list[Declaration], tree: Path) -> int:
    """By the room that has them."""
    missing = {*missing_comments(declarations, tree)}
    rooms: Counter[str] = Counter()
    bare: Counter[str] = Counter()
    for declaration in declarations:
        room = "/".join(declaration.header.split("/")[:2])
        rooms[room] += needs_comment(declaration)
        bare[room] += declaration in missing
    for room, count in sorted(rooms.items()):
        print(f"{count - bare[room]:5} of {count:5}  {room}")
    print(f"{rooms.total() - bare.total():5} of {rooms.total():5}  have a comment")
    print(f"{len(declarations):14}  declarations, those that need none counted, too")
    return 0


def main() -> int:
    """Take the choice from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tree", type=Path, default=HERE.parents[1], help="whose headers")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--write", action="store_true")
    choice.add_argument("--undocumented", action="store_true")
    choice.add_argument("--count", action="store_true")
    choice.add_argument("--html", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    tree = given.tree.resolve()
    if given.html:
        return write_pages(tree, given.html.resolve())
    declarations = declarations_of(tree)
    if given.write:
        (tree / LIST).write_text(as_list(declarations))
        return 0
    if given.undocumented:
        return print_missing(declarations, tree)
    if given.count:
        return print_count(declarations, tree)
    return print_differences(tree, declarations)


if __name__ == "__main__":
    sys.exit(main())
