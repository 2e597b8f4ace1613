#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make a Debian source tree of the project: its files, with packaging/debian as debian/.

source_package.py FOLDER     writes it, and the changelog with the version

A file that has not changed is left alone, so that a second build compiles what changed and nothing
else. What a build has made in the folder stays; a file that left the project is removed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from version import Version, version_of

ROOT = Path(__file__).resolve().parents[1]
OF_DEBIAN = "packaging/debian/"
LIST = "debian/.copied"
"""The files of the last time, one a line. A name may have bytes that are not UTF-8."""


def files_of(tree: Path) -> list[str]:
    """Those that git knows, or would take; without git all but what builds make."""
    listed = subprocess.run(
        ["git", "-C", tree, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    else:
        made = {"build", ".venv", ".git"}
        paths = [path for path in tree.rglob("*") if not path.is_dir()]
        names = [str(path.relative_to(tree)) for path in paths]
        names = [name for name in names if made.isdisjoint(Path(name).parts)]
    return sorted(name for name in set(names) if (tree / name).is_file())


def place_of(name: str) -> str:
    """Where the file lies in a Debian source tree."""
    return f"debian/{name.removeprefix(OF_DEBIAN)}" if name.startswith(OF_DEBIAN) else name


def copy(source: Path, target: Path) -> None:
    """Leaves a target with the same content alone: its time says when it changed."""
    same = target.is_file() and source.read_bytes() == target.read_bytes()
    if not same:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    shutil.copymode(source, target)


def write_changelog(to: Path, version: Version) -> None:
    """One entry: what changed in a version is in CHANGELOG.md, which the packages have, too."""
    what = "* See /usr/share/doc/orbweaver/CHANGELOG.md."
    text = (
        f"orbweaver ({version.text}) unstable; urgency=medium\n\n  {what}\n\n"
        f" -- {version.maintainer}  {version.date}\n"
    )
    if not to.is_file() or to.read_text(encoding="utf-8") != text:
        to.write_text(text, encoding="utf-8")


def make(folder: Path, version: Version) -> None:
    """Write the tree, or bring it up to date."""
    names = files_of(ROOT)
    places = [place_of(name) for name in names]
    known = folder / LIST
    before = os.fsdecode(known.read_bytes()).split("\n") if known.is_file() else []
    for gone in set(before) - {*places, ""}:
        (folder / gone).unlink(missing_ok=True)
    for name, place in zip(names, places, strict=True):
        copy(ROOT / name, folder / place)
    known.write_bytes(os.fsencode("\n".join(places) + "\n"))
    write_changelog(folder / "debian/changelog", version)


if __name__ == "__main__":
    make(Path(sys.argv[1]), version_of(ROOT))
