#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The version of a package: CMake's, and what git says of the state of the tree.

    1.2.3+deb12                       the commit has the tag v1.2.3
    1.2.3~dev3105.ge39022f7+deb12     it does not: the 3105th commit, before 1.2.3
    1.2.3~dev3105.ge39022f7.1a2b3c4d+deb12   files differ from the commit: a sum of them

A later commit has a higher version. The distribution is part of it, since packages of one version
that were built for two distributions are not the same.
"""

import hashlib
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

OS_RELEASE = Path("/etc/os-release")


@dataclass(frozen=True)
class Version:
    """Of Debian packages. `date`: of the commit, so that a second build has the same."""

    text: str
    date: str
    maintainer: str


def version_of(tree: Path) -> Version:
    """Without git it is CMake's alone, of the day of CMakeLists.txt."""
    of_cmake = _found(r"^project\(orbweaver VERSION ([0-9.]+)", tree / "CMakeLists.txt")
    maintainer = _found(r"^Maintainer: (.*)$", tree / "packaging/debian/control")
    seconds = _git(tree, "log", "-1", "--format=%ct")
    date = int(seconds) if seconds else int((tree / "CMakeLists.txt").stat().st_mtime)
    text = of_cmake + state_of(tree, of_cmake) + distribution(OS_RELEASE.read_text("utf-8"))
    return Version(text, format_datetime(datetime.fromtimestamp(date, UTC)), maintainer)


def state_of(tree: Path, of_cmake: str) -> str:
    """Empty: a release, or unknown to git."""
    commit = _git(tree, "rev-parse", "--short=8", "HEAD")
    changes = _git(tree, "status", "--porcelain")
    if changes:
        changes += _git(tree, "diff", "HEAD", "--binary") + _untracked(tree)
    if not commit or (f"v{of_cmake}" in _git(tree, "tag", "--points-at").split() and not changes):
        return ""
    count = _git(tree, "rev-list", "--count", "HEAD")
    differs = f".{_sum(changes.encode(errors='surrogateescape'))[:8]}" if changes else ""
    return f"~dev{count}.g{commit}{differs}"


def _untracked(tree: Path) -> str:
    """A line for each file that git does not know yet: source_package.py packs them, too."""
    listed = _git(tree, "ls-files", "-z", "--others", "--exclude-standard")
    paths = [(name, tree / name) for name in listed.split("\0") if name]
    return "".join(f"\n{_sum(path.read_bytes())} {name}" for name, path in paths if path.is_file())


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def distribution(os_release: str) -> str:
    """As +deb12, +ubuntu24.04."""
    said = dict(re.findall(r"^(\w+)=\"?([^\"\n]*)", os_release, re.MULTILINE))
    name = {"debian": "deb"}.get(said.get("ID", ""), said.get("ID", ""))
    return f"+{name}{said.get('VERSION_ID', '')}"


def _found(pattern: str, file: Path) -> str:
    found = re.search(pattern, file.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit(f"{file} has no line like {pattern}")
    return found[1]


def _git(tree: Path, *words: str) -> str:
    """Empty: no checkout, or no git. Bytes that are not UTF-8 become surrogates."""
    try:
        done = subprocess.run(["git", "-C", tree, *words], capture_output=True, check=False)
    except OSError:
        return ""
    said = done.stdout.decode(errors="surrogateescape")
    return said.rstrip("\n") if done.returncode == 0 else ""


if __name__ == "__main__":
    print(version_of(Path(__file__).resolve().parents[1]).text)
