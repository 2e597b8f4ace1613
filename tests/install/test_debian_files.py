# SPDX-License-Identifier: Apache-2.0
"""Which Debian package has which installed file: debhelper shares them out, of empty files."""

import shutil
from collections import Counter
from pathlib import Path

import pytest
from prefix import run
from programs import ROOT

DEBIAN = ROOT / "packaging/debian"
LIBRARIES = "usr/lib/x86_64-linux-gnu"
FRAMEWORK = "liborbweaver_framework.so."
LOADED = ("liborbweaver_rules.so.", "liborbweaver_tls.so.")

pytestmark = pytest.mark.skipif(
    not shutil.which("dh_install"), reason="dh_install is not here: apt install debhelper"
)


def place_of(path: Path) -> str:
    """Where a distribution has what is in a prefix: libraries in a folder of the machine's kind."""
    folder, *below = path.parts
    if folder == "lib" and path.name.startswith(FRAMEWORK):
        return f"usr/lib/orbweaver/{path.name}"
    if folder == "lib" and path.name.startswith(LOADED):
        return f"{LIBRARIES}/orbweaver/{path.name}"
    if folder == "lib" and below[0] != "orbweaver":
        return f"{LIBRARIES}/{'/'.join(below)}"
    return f"usr/{path}"


def source_tree(prefix: Path, folder: Path) -> Path:
    """A source tree after `make install`, as far as debhelper looks."""
    shutil.copytree(DEBIAN, folder / "debian")
    for name in ("CHANGELOG.md", "packaging/systemd", "build/site"):
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if name == "build/site":
            copy.mkdir()
            (copy / "index.html").touch()
        elif (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy)
        else:
            shutil.copy(ROOT / name, copy)
    for path in prefix.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            continue
        empty = folder / "debian/tmp" / place_of(path.relative_to(prefix))
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.touch()
    return folder


def shared_out(tree: Path) -> Counter[str]:
    """How many packages have each file."""
    done = run("dh_install", folder=tree)
    assert done.returncode == 0, done.stderr
    return Counter(
        str(path.relative_to(package))
        for package in (tree / "debian").iterdir()
        if (package / "usr").is_dir() and package.name != "tmp"
        for path in package.rglob("*")
        if path.is_file()
    )


def test_each_installed_file_is_in_one_package_or_in_none_for_a_reason(
    prefix: Path, tmp_path: Path
) -> None:
    tree = source_tree(prefix, tmp_path / "source")
    places = shared_out(tree)
    assert len(places) > 400
    assert {name: count for name, count in places.items() if count > 1} == {}
    done = run("dh_missing", "--fail-missing", folder=tree)
    assert done.returncode == 0, done.stderr


def test_a_file_that_no_package_has_is_noticed(prefix: Path, tmp_path: Path) -> None:
    tree = source_tree(prefix, tmp_path / "source")
    (tree / "debian/tmp/usr/lib/a-new-file").touch()
    shared_out(tree)
    done = run("dh_missing", "--fail-missing", folder=tree)
    assert done.returncode != 0
    assert "usr/lib/a-new-file" in done.stderr


def test_what_programs_are_linked_with_is_in_no_package_that_runs_them(
    prefix: Path, tmp_path: Path
) -> None:
    tree = source_tree(prefix, tmp_path / "source")
    shared_out(tree)
    for package in ("liborbweaver0.2", "orbweaver", "orbweaver-lab"):
        files = [path.name for path in (tree / "debian" / package).rglob("*") if path.is_file()]
        assert files
        assert [name for name in files if name.endswith((".a", ".hpp", ".cmake"))] == []
