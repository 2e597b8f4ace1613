#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Refuse a page that leads nowhere. `./x lint quick` runs it.

tools/check_pages.py ROOT [--write]

--write puts the contents of long pages right.

The tour has each room once, upper ones first. Of every Markdown file of the tree: each relative
link leads to a file, each anchor to a heading; each path, header and source in backticks exists,
and has as many lines as the page says; no page is longer than MOST_LINES. Of every other text:
each page of docs/ that it names exists. A long page of docs/ has its headings in its head.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from check_rooms import read_rooms

TOUR = "docs/understand/tour.md"
MOST_LINES = 450
MANY_LINES = 130
"""A page of more has its contents in its head, if it has several headings."""
CONTENTS = re.compile(r"^\*\*On this page:\*\*.*?\n\n", re.M | re.S)
MADE = re.compile(r"\b(made from|Written by|Generated from)\b")
HISTORY = ("CHANGELOG.md", "docs/understand/decisions/", "docs/verify/measurements/")
"""What was there once may be named by them."""
LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^ *(```|~~~).*?^ *\1[^\n]*$", re.M | re.S)
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.M)
PAGE = re.compile(r"(?<![\w./-])docs/[\w/.-]+\.(?:md|svg|png|ipynb)\b")
PLACEHOLDER = re.compile(r"\.\.\.|\b(NAME|ROOM|FOLDER|X)\b|my_")
"""As `orb/ROOM/src`: a name for many paths, or one of a reader's own."""


def tracked(root: Path) -> list[str]:
    """What git knows or would add, and is there."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return [name for name in sorted(set(names.splitlines())) if (root / name).is_file()]


def slug(heading: str) -> str:
    """The anchor of a heading, as forges and the site make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    """All anchors of a page; a heading that stands twice has a number the second time."""
    seen: dict[str, int] = {}
    found: set[str] = set()
    for heading in HEADING.findall(FENCE.sub("", page.read_text())):
        anchor = slug(heading)
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        found.add(f"{anchor}-{count}" if count else anchor)
    return frozenset(found)


def dead_links(page: Path, prose: str) -> Iterator[str]:
    """Relative links of a page that lead nowhere."""
    for target in LINK.findall(CODE.sub("", prose)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        to = (page.parent / name).resolve() if name else page
        if not to.exists():
            yield f"{target} leads to no file"
        elif anchor and to.suffix == ".md" and anchor not in anchors(to):
            yield f"{target}: that page has no such heading"


def missing_paths(root: Path, page: Path, prose: str) -> Iterator[str]:
    """Paths in backticks that begin with a folder of the tree, and are neither there nor here."""
    places = (root, page.parent, root / "idl")
    for text in CODE.findall(prose):
        path = text.partition(":")[0].rstrip("/")
        first, slash, _ = path.partition("/")
        if not slash or not re.fullmatch(r"[\w./*+-]+", path) or PLACEHOLDER.search(path):
            continue
        if (
            first in FOLDERS
            and path.rpartition("/")[2] not in OF_READERS
            and not any(place for place in places if any(place.glob(path)))
        ):
            yield f"`{text}` is not in the tree"


FOLDERS = frozenset(
    "orb sca services programs waveforms lab peers idl idlc tests tools cmake docs examples "
    "packaging include face src test testing conformance fuzz bench .ci".split()
)
"""A path in backticks that begins so is one of the tree; others are those of users and systems."""


def missing_sources(root: Path, prose: str) -> Iterator[str]:
    """Headers as they are included, and sources named without a folder, that no folder has."""
    headers, names = sources(root)
    for text in CODE.findall(prose):
        if PLACEHOLDER.search(text) or text in OF_READERS or text in generated(names):
            continue
        if re.fullmatch(r"<?orbweaver/(?!generated/)[\w/]+\.hpp>?", text):
            if text.strip("<>") not in headers:
                yield f"`{text}`: no room has this header"
        elif re.fullmatch(r"[\w-]+\.(?:cpp|hpp|cmake|py|toml)", text) and text not in names:
            yield f"`{text}` is not in the tree"


OF_READERS = frozenset("gain_test.cpp partner.hpp ir.hpp foo.cpp".split())
"""Sources of a page's reader and of other ORBs."""


@cache
def sources(root: Path) -> tuple[frozenset[str], frozenset[str]]:
    """All headers, as they are included, and the names of all files."""
    files = tracked(root)
    included = (
        re.search(r"/(?:include|face|testing)/(orbweaver/.*\.hpp)$", name) for name in files
    )
    return (
        frozenset(found[1] for found in included if found),
        frozenset(name.rpartition("/")[2] for name in files),
    )


def generated(names: frozenset[str]) -> frozenset[str]:
    """What the IDL compiler makes of the files of the tree."""
    stems = (name.removesuffix(".idl") for name in names if name.endswith(".idl"))
    endings = (".hpp", ".cpp", "_poa.hpp")
    return frozenset(stem + ending for stem in stems for ending in endings)


def wrong_counts(root: Path, page: Path, prose: str) -> Iterator[str]:
    """Numbers of lines beside the paths of files that have others."""
    for sentence in re.split(r"(?<=[.;])\s|\n\s*\n", prose):
        for before, number, after in COUNT.findall(sentence):
            files = [*lines_of(root, page, before)] or [*lines_of(root, page, after)][:1]
            printed, count = int(number.replace(",", "")), sum(files)
            if files and abs(printed - count) > count * INEXACT:
                yield f"{number} lines: what it names has {count}"


COUNT = re.compile(r"((?:(?!\d lines\b).)*?)\b(\d[\d,]*) lines\b(?=([^`]*`[^`]+`)?)", re.S)
"""A number of lines, with what stands before it and the next path after it."""
INEXACT = 0.1
COUNTED = (".cpp", ".hpp", ".idl", ".py")


def lines_of(root: Path, page: Path, text: str) -> Iterator[int]:
    """How many lines the sources have that are named in a text; those of a folder together."""
    for path in CODE.findall(text):
        for place in (root, page.parent):
            there = place / path
            if there.is_dir():
                yield sum(lines_in(file) for file in sorted(there.iterdir()))
            elif there.is_file():
                yield lines_in(there)
            else:
                continue
            break


def lines_in(file: Path) -> int:
    """Lines of a source; other files count for nothing."""
    return file.read_text().count("\n") if file.suffix in COUNTED else 0


def page_complaints(root: Path, name: str) -> Iterator[str]:
    """What is wrong with one page."""
    text = (root / name).read_text()
    prose = FENCE.sub("", text)
    yield from dead_links(root / name, prose)
    if not name.startswith(HISTORY):
        yield from missing_paths(root, root / name, prose)
        yield from missing_sources(root, prose)
        yield from wrong_counts(root, root / name, prose)
    if text != with_contents(name, text):
        yield "its contents are not its headings: tools/check_pages.py . --write"
    lines = text.count("\n")
    if lines > MOST_LINES:
        yield f"{lines} lines; a page has at most {MOST_LINES}: split it"


def with_contents(name: str, text: str) -> str:
    """A page as it should be: with its contents before its first heading, if it is long."""
    head, mark, rest = text.partition("\n## ")
    bare = CONTENTS.sub("", head + "\n")[:-1]
    headings = [found[3:] for found in re.findall(r"^## .*$", FENCE.sub("", text), re.M)]
    is_ours = name.startswith("docs/") and not name.startswith(HISTORY) and not MADE.search(bare)
    if not is_ours or text.count("\n") <= MANY_LINES or len(headings) < FEW_HEADINGS:
        return bare + mark + rest
    links = [f"[{LINK_TEXT.sub(NAME, heading)}](#{slug(heading)})" for heading in headings]
    line = "**On this page:** " + " · ".join(links) + "\n\n"
    block = re.compile(r"(?<=\n\n)(?:```|~~~).*?\n(?:```|~~~)\n\n|\A# .*?\n\n.*?\n\n", re.S)
    places = [found.end() for found in block.finditer(bare + "\n")]
    at = places[1] if len(places) > 1 else places[0]
    lines = (bare + "\n")[:at] + line + (bare + "\n")[at:]
    return lines.rstrip("\n") + "\n" + mark + rest


FEW_HEADINGS = 4
LINK_TEXT = re.compile(r"\[([^\]]*)\]\([^)]*\)")
NAME = r"\1"


def named_pages(root: Path, name: str) -> Iterator[str]:
    """Pages that a source names, and that are not there."""
    try:
        text = (root / name).read_text()
    except UnicodeDecodeError:
        return
    for page in set(PAGE.findall(text)):
        if not (root / page).exists():
            yield f"{page} is no page"


def wrong_tour(root: Path) -> Iterator[str]:
    """What the tour's table of rooms says otherwise than cmake/rooms.cmake."""
    listed = re.findall(r"^\| `((?:orb|sca|services)/\w+)` \|", (root / TOUR).read_text(), re.M)
    floors = {room.folder: room.floor for room in read_rooms(root).values()}
    yield from (f"it has no row for the room {room}" for room in floors if room not in listed)
    yield from (f"{room} is no room" for room in listed if room not in floors)
    for upper, lower in pairwise(listed):
        if floors.get(upper, 0) < floors.get(lower, 0):
            yield f"{lower} stands on a higher floor than {upper}: its row comes before"


def main() -> int:
    """The exit status: 1 if anything is wrong."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    if "--write" in sys.argv:
        for name in tracked(root):
            if name.endswith(".md"):
                text = (root / name).read_text()
                (root / name).write_text(with_contents(name, text))
    count = 0
    for complaint in wrong_tour(root):
        print(f"{TOUR}: {complaint}")
        count += 1
    for name in tracked(root):
        complaints = page_complaints if name.endswith(".md") else named_pages
        for complaint in complaints(root, name):
            print(f"{name}: {complaint}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
