# SPDX-License-Identifier: Apache-2.0
"""`./x release`: every step, in order, and no sums after one that failed. `x` is a stand-in."""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STAND_IN = """\
#!/bin/sh
cd "$(dirname "$0")"
echo "$1" >>${LOG:-/dev/null}
[ "$1" != "${BROKEN:-}" ] || { echo "x: $1 broke" >&2; exit 1; }
case $1 in
  wheel)
    mkdir -p build/wheel
    echo wheel >"build/wheel/orbweaver-7.8.9-py3-none-linux_$(uname -m).whl"
    ;;
  package)
    [ "${2:-}" != --try ] || { ls "$3" >>${LOG:-/dev/null}; exit 0; }
    mkdir -p build/package/debug
    deb=orbweaver_$(python3 -B packaging/version.py)_all.deb
    [ -n "${NONE:-}" ] || echo deb >"build/package/$deb"
    [ -z "${UBUNTU:-}" ] || echo ddeb >build/package/debug/orbweaver-dbgsym_7.8.9_all.ddeb
    ;;
esac
"""
WHEEL = f"orbweaver-7.8.9-py3-none-linux_{platform.machine()}.whl"
CHANGES = "# Changes\n\n## 7.8.9\n\nThe newest.\n\n* a point\n\n## 7.8.8\n\nAn old one.\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with the script, whose commands only note that they ran."""
    folder = tmp_path / "a tree"
    for script in ("packaging/release/make_release.sh", "packaging/version.py",
                   "packaging/debian/control"):  # fmt: skip
        (folder / script).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / script, folder / script)
    (folder / "packaging/wheel").mkdir()
    for name, text in (("x", STAND_IN), ("packaging/wheel/try_in_root.sh", STAND_IN)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    (folder / "CMakeLists.txt").write_text("project(orbweaver VERSION 7.8.9 LANGUAGES CXX)\n")
    (folder / "CHANGELOG.md").write_text(CHANGES)
    (folder / ".gitignore").write_text("build/\n")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return folder


def deb(tree: Path, processor: str = "all") -> str:
    """A package of the tree's state."""
    version = subprocess.run(
        [sys.executable, "-B", tree / "packaging/version.py"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return f"orbweaver_{version.stdout.strip()}_{processor}.deb"


def git(tree: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=tree, check=True)


def release(tree: Path, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    script = tree / "packaging/release/make_release.sh"
    return subprocess.run(
        [script, *words], capture_output=True, text=True, check=False,
        env={**os.environ, "LOG": str(tree.parent / "log"), **environment},
    )  # fmt: skip


def test_it_makes_and_tries_all_parts_and_sums_them(tree: Path) -> None:
    done = release(tree)
    assert done.returncode == 0, done.stderr
    out = tree / "build/release-files"
    assert {path.name for path in out.iterdir()} == {
        "orbweaver-7.8.9.tar.gz", WHEEL, deb(tree), "release-notes.md", "SHA256SUMS",
    }  # fmt: skip
    for line in (out / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    assert len((out / "SHA256SUMS").read_text().splitlines()) == 4
    assert (out / "release-notes.md").read_text().split() == ["The", "newest.", "*", "a", "point"]
    # The wheel is tried by its path; the archive builds from what it unpacks.
    log = (tree.parent / "log").read_text().splitlines()
    assert [Path(word).suffix or word for word in log] == [
        "wheel", "package", "test", ".whl", "package", ".deb", "build"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("broken", "step"),
    [("wheel", "wheel"), ("package", "packages"), ("test", "suites"),
     ("build", "source_archive_builds")],
)  # fmt: skip
def test_a_step_that_fails_is_named_and_nothing_is_summed(
    tree: Path, broken: str, step: str
) -> None:
    done = release(tree, BROKEN=broken)
    assert done.returncode == 1
    assert f"release: failed: {step}; no release was made" in done.stderr.splitlines()[-1]
    assert not (tree / "build/release-files/SHA256SUMS").exists()


def test_packages_that_are_not_there_fail(tree: Path) -> None:
    done = release(tree, NONE="1")
    assert "release: failed: packages" in done.stderr
    assert done.returncode == 1


def test_debug_symbols_of_ubuntu_are_taken_along(tree: Path) -> None:
    done = release(tree, UBUNTU="1")
    assert done.returncode == 0, done.stderr
    assert (tree / "build/release-files/orbweaver-dbgsym_7.8.9_all.ddeb").is_file()


def test_what_other_machines_built_is_taken(tree: Path, tmp_path: Path) -> None:
    built = tmp_path / "built"
    built.mkdir()
    old = ("orbweaver-7.8.8-py3-none-any.whl", "liborbweaver_7.8.8_all.deb")
    other = WHEEL.replace(platform.machine(), "mips")
    debs = (deb(tree), deb(tree, "mips"), "orbweaver_7.8.9+deb1_all.deb",
            "orbweaver-dbgsym_7.8.9+ubuntu24.04_all.ddeb")  # fmt: skip
    for name in (*old, WHEEL, other, *debs, "notes.txt"):
        (built / name).write_text(name)
    done = release(tree, "--from", built)
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tree / "build/release-files").iterdir()}
    assert {WHEEL, other, *debs} <= names
    assert not names & {*old, "notes.txt"}
    log = (tree.parent / "log").read_text().splitlines()
    assert [Path(word).name for word in log] == ["test", WHEEL, "package", deb(tree), "build"]


def test_a_folder_without_packages_of_this_version_is_refused(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / WHEEL.replace("7.8.9", "7.8.8")).touch()
    done = release(tree, "--from", tmp_path / "built")
    assert done.returncode == 1
    assert "has no *.whl of version 7.8.9" in done.stderr
    assert release(tree, "--from", tmp_path / "none").returncode != 0


def test_a_release_goes_on_after_the_step_that_failed(tree: Path) -> None:
    assert release(tree, "--resume").returncode == 1  # there is none
    assert release(tree, BROKEN="test").returncode == 1
    sums = tree / "build/release-files/SHA256SUMS"
    sums.write_text("of an earlier try\n")
    done = release(tree, "--resume")
    assert done.returncode == 0, done.stderr
    assert "SHA256SUMS" not in sums.read_text()
    assert "release: packages: passed before" in done.stderr
    log = (tree.parent / "log").read_text().splitlines()
    assert [Path(word).suffix or word for word in log] == [
        "wheel", "package", "test", "test", ".whl", "package", ".deb", "build"
    ]  # fmt: skip
    assert release(tree, "--resume").returncode == 1  # it is made


def test_a_release_of_another_commit_is_not_resumed(tree: Path) -> None:
    assert release(tree, BROKEN="test").returncode == 1
    git(tree, "commit", "-q", "--allow-empty", "-m", "later")
    done = release(tree, "--resume")
    assert done.returncode == 1
    assert "there is no release of this commit" in done.stderr


def test_what_is_not_committed_is_not_released(tree: Path) -> None:
    (tree / "new file").touch()
    done = release(tree)
    assert done.returncode == 1
    assert "release: failed: committed" in done.stderr
    assert not (tree.parent / "log").exists()


def test_notes_of_another_version_are_refused(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text(CHANGES.partition("## 7.8.9")[0] + "## 7.8.8\n\nOld.\n")
    git(tree, "commit", "-qam", "notes")
    done = release(tree)
    assert "release: failed: notes" in done.stderr
    assert "is not '## 7.8.9'" in done.stderr


def test_the_archive_of_a_commit_has_the_same_bytes_each_time(tree: Path) -> None:
    archive = tree / "build/release-files/orbweaver-7.8.9.tar.gz"
    assert release(tree).returncode == 0
    first = archive.read_bytes()
    assert release(tree).returncode == 0
    assert archive.read_bytes() == first
