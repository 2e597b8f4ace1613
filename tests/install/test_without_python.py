# SPDX-License-Identifier: Apache-2.0
"""What a board without Python can do with the installed command: run, plan, check, operate."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

RUN_WITHIN_S = 120


@pytest.fixture
def board(tmp_path: Path) -> dict[str, str]:
    """An environment in which no program is found by its name."""
    (tmp_path / "nothing").mkdir()
    (tmp_path / "run").mkdir(mode=0o700)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ORBWEAVER")}
    return {**kept, "PATH": str(tmp_path / "nothing"), "XDG_RUNTIME_DIR": str(tmp_path / "run")}


def orbweaver(
    prefix: Path, board: dict[str, str], *words: str | Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [prefix / "bin/orbweaver", *words], capture_output=True, text=True, check=False,
        timeout=RUN_WITHIN_S, env=board, cwd=board["XDG_RUNTIME_DIR"],
    )  # fmt: skip


def test_a_radio_runs_by_its_name_and_is_shown_in_a_table(
    prefix: Path, board: dict[str, str]
) -> None:
    done = orbweaver(prefix, board, "run", "ax25", "--set", "source.frames=10")
    assert done.returncode == 0, done.stderr
    assert "ax25.sad.xml, ran " in done.stdout
    heading, *rows = done.stdout.partition("ax25.sad.xml, ran ")[2].splitlines()[1:]
    assert heading.startswith("component  ")
    assert rows
    assert all(row.endswith("as asked") for row in rows)
    assert "running; Ctrl-C ends it" in done.stderr


def test_a_waveform_that_is_not_installed_has_the_others_beside_it(
    prefix: Path, board: dict[str, str]
) -> None:
    done = orbweaver(prefix, board, "run", "pigeon")
    assert done.returncode == 2
    assert done.stderr == (
        "orbweaver-run: no waveform 'pigeon' is installed; name X.sad.xml, or one of "
        "adsb, ax25, fm\n"
    )


@pytest.mark.parametrize("word", ["fm", "ax25"])
def test_a_plan_is_shown(word: str, prefix: Path, board: dict[str, str]) -> None:
    done = orbweaver(prefix, board, "plan", word)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "+ os: wants Linux, found Linux" in done.stdout


def test_profiles_are_checked(prefix: Path, board: dict[str, str]) -> None:
    sad = prefix / "lib/orbweaver/sdr/dom/waveforms/fm/fm.sad.xml"
    done = orbweaver(prefix, board, "check", sad)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("0 errors, 0 warnings\n")


def test_a_domain_is_operated(prefix: Path, board: dict[str, str]) -> None:
    nothing = orbweaver(prefix, board, "apps")
    assert nothing.returncode == 2
    assert "start one with 'orbweaver domain'" in nothing.stderr
    with subprocess.Popen(
        [prefix / "bin/orbweaver", "domain"], stdout=subprocess.PIPE, text=True, env=board
    ) as domain:
        assert domain.stdout is not None
        assert '"event":"ready"' in domain.stdout.readline()
        there = orbweaver(prefix, board, "apps", "--json")
        domain.terminate()
        domain.communicate(timeout=RUN_WITHIN_S)
    assert (there.returncode, there.stderr) == (0, "")
    assert domain.returncode == 0


def test_what_needs_python_says_so(prefix: Path, board: dict[str, str]) -> None:
    done = orbweaver(prefix, board, "doctor")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("orbweaver: the command doctor needs Python: ")
    assert done.stderr.count("\n") == 1


IN_ROOT = """
mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" || exit 77
root=$1
shift
exec chroot "$root" "$@"
"""
NOT_ALLOWED = 77


def libraries_of(program: Path) -> Iterator[Path]:
    """What the loader needs for it, and the loader."""
    done = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)
    yield from (Path(path) for path in re.findall(r"(/\S+) \(0x", done.stdout))


def make_root(folder: Path, prefix: Path) -> Path:
    """A root that has nothing but the installation and the libraries that it needs."""
    for name in ("proc", "dev", "tmp", "run"):
        (folder / name).mkdir(parents=True)
    shutil.copytree(prefix, folder / "orbweaver", symlinks=True)
    for program in [*prefix.glob("bin/orbweaver*"), *prefix.glob("lib/orbweaver/sdr/dom/**/*.so")]:
        for library in libraries_of(program):
            copy = folder / library.relative_to("/")
            if not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, copy)
    return folder


def run_in_root(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """In processes and mounts of its own, which end with it; skips where that is not allowed."""
    unshare = shutil.which("unshare") or pytest.skip("unshare is not installed")
    done = subprocess.run(
        [unshare, "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", IN_ROOT, "sh",
         root, "/orbweaver/bin/orbweaver", *words],
        capture_output=True, text=True, check=False, timeout=RUN_WITHIN_S,
        env={"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": "/run", "HOME": "/tmp"},
    )  # fmt: skip
    if done.returncode == NOT_ALLOWED or done.stderr.startswith("unshare:"):
        pytest.skip(f"this user may make no mounts: {done.stderr}")
    return done


def test_a_sad_runs_in_a_root_without_python(prefix: Path, tmp_path: Path) -> None:
    root = make_root(tmp_path / "root", prefix)
    assert not [found for found in root.rglob("python3*") if found.parent.name == "bin"]
    sad = "/orbweaver/lib/orbweaver/sdr/dom/waveforms/ax25/ax25.sad.xml"
    outputs = ["--set", "monitor.output=/tmp/f.jsonl", "--set", "kiss.output=/tmp/f.kiss"]
    done = run_in_root(root, "run", sad, "--set", "source.frames=10", *outputs, "--json", "-")
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert record["schema"] == "orbweaver-application/1"
    assert record["failures"] == []
    assert [one["ended"] for one in record["components"]] == [None] * 14
    assert len((root / "tmp/f.jsonl").read_text().splitlines()) == 10
