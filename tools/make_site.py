#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the site of the pages, in build/site: `./x docs`.

tools/make_site.py ROOT
tools/make_site.py --pages ROOT    writes build/site-pages alone, for another maker of sites

Pages link to files of the tree beside docs/, which a site cannot show as they are. So the pages are
copied to build/site-pages first, with their links turned: a Markdown file that is linked becomes a
page below `tree/`; of a link to a source or a folder the text remains. Then zensical makes the site
and refuses a dead link. A page without a place in `nav`, and a script or a font that a browser
would fetch from elsewhere, are refused here.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from check_pages import CONTENTS

DOCS = "docs"
TREE = "tree"
DECISIONS = "docs/understand/decisions/index.md"
PAGES = "build/site-pages"
SITE = "build/site"
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"(^ *(?:```|~~~).*?^ *(?:```|~~~)[^\n]*$)", re.M | re.S)
ELSEWHERE = re.compile(r"[a-z]+:|#")
FETCHED = re.compile(
    r"<(?:script|img|iframe)[^>]*\ssrc=.?https?:[^>]*|<link(?![^>]*canonical)[^>]*https?:[^>]*"
)


class Site:
    """The pages of one tree, and where each is on the site."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def target_of(self, page: str, link: str) -> str:
        """The path in the tree to which a page's link leads; a folder's is that of its page."""
        path = os.path.normpath(PurePosixPath(page).parent / link)
        for name in ("index.md", "README.md"):
            if (self.root / path / name).is_file():
                return f"{path}/{name}"
        return path

    def pages(self) -> list[str]:
        """Those of docs/, those beside it to which they lead, and those to which these lead."""
        found = [path.relative_to(self.root).as_posix() for path in self.root.glob("docs/**/*.md")]
        for page in found:  # grows meanwhile
            found += [path for path in self.linked(page) if path not in found]
        return found

    def linked(self, page: str) -> Iterator[str]:
        """The Markdown files to which a page leads."""
        for _, link in LINK.findall(FENCE.sub("", (self.root / page).read_text())):
            path = self.target_of(page, link.partition("#")[0])
            if not ELSEWHERE.match(link) and path.endswith(".md") and (self.root / path).is_file():
                yield path

    def turned(self, page: str) -> str:
        """The text of a page, with its links turned to where their targets are on the site."""
        here = PurePosixPath(on_site(page) or "").parent

        def one(found: re.Match[str]) -> str:
            text, link = found.groups()
            if ELSEWHERE.match(link):
                return found[0]
            name, hash_, anchor = link.partition("#")
            target = on_site(self.target_of(page, name))
            return f"[{text}]({os.path.relpath(target, here)}{hash_}{anchor})" if target else text

        text = CONTENTS.sub("", (self.root / page).read_text())  # the site has its own
        parts = FENCE.split(text)
        return "".join(part if i % 2 else LINK.sub(one, part) for i, part in enumerate(parts))

    def write_pages(self) -> None:
        """All pages and pictures, below build/site-pages."""
        folder = self.root / PAGES
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.root / DOCS, folder, ignore=shutil.ignore_patterns("*.md"))
        for page in self.pages():
            file = folder / (on_site(page) or "")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.turned(page))

    def pages_without_a_place(self) -> Iterator[str]:
        """Pages of docs/ that `nav` does not name; of decisions: their own page of them all."""
        nav = (self.root / "mkdocs.yml").read_text()
        decisions = (self.root / DECISIONS).read_text()
        for path in sorted(self.root.glob("docs/**/*.md")):
            name = path.relative_to(self.root / DOCS).as_posix()
            if re.match(r"\d{4}-", path.name):
                if f"({path.name})" not in decisions:
                    yield f"docs/{name} has no row in {DECISIONS}"
            elif not re.search(rf": {re.escape(name)}$", nav, re.M):
                yield f"docs/{name} has no place in nav of mkdocs.yml"

    def fetches(self) -> Iterator[str]:
        """What a browser would fetch from elsewhere: the site is read without a network, too."""
        for file in sorted((self.root / SITE).rglob("*.html")):
            for found in FETCHED.finditer(file.read_text()):
                yield f"{file.relative_to(self.root)}: {found[0]}"


def on_site(path: str) -> str | None:
    """Where a file of the tree is on the site; None: it is no part of it."""
    inside = path.removeprefix(f"{DOCS}/")
    if inside != path:
        return inside
    return f"{TREE}/{path}" if path.endswith(".md") else None


def main() -> int:
    """The exit status: 1 if anything is wrong."""
    words = [word for word in sys.argv[1:] if word != "--pages"]
    root = Path(words[0] if words else ".").resolve()
    site = Site(root)
    site.write_pages()
    if len(words) < len(sys.argv) - 1:
        return 0
    zensical = Path(sys.executable).with_name("zensical")
    result = subprocess.run([zensical, "build", "--strict", "--clean"], cwd=root, check=False)
    face = [sys.executable, root / "tools/face/list_face.py", "--html", root / SITE / "api"]
    api = subprocess.run(face, cwd=root, check=False)
    complaints = [*site.pages_without_a_place(), *site.fetches()]
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints or result.returncode or api.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
