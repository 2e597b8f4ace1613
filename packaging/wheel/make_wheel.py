#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel from what `cmake --install` put into a prefix.

packaging/wheel/make_wheel.py --prefix PREFIX --out FOLDER

An environment gets the layout of a prefix: programs in bin, components in lib/orbweaver/sdr, their
libraries in lib/orbweaver/libs. So a program finds its files as it does in any prefix. The command
`orbweaver` is the native program itself. The same files and SOURCE_DATE_EPOCH give the same bytes.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import bill
import licences
from elf import files_below, read
from hatch_build import BILL, PLATFORM, STAGED
from libraries import FOLDER, bundle
from policy import platform_tag

ROOT = Path(__file__).resolve().parents[2]
WHEELS = "orbweaver-*.whl"
# Of the prefix; the rest is for compilers (headers, archives, CMake's files), or Python's side.
DATA = (
    "lib/orbweaver/sdr", "share/orbweaver", "share/man", "share/bash-completion",
    "share/fish", "share/zsh", "share/doc/orbweaver",
)  # fmt: skip


def stage(prefix: Path, staged: Path, tools: Path) -> tuple[str, list[licences.Origin]]:
    """Puts all that is native into the folder; gives the platform that it runs on, and what of it
    comes from others.
    """
    shutil.rmtree(staged, ignore_errors=True)
    shutil.copytree(prefix / "bin", staged / "scripts")
    for name in DATA:
        shutil.copytree(prefix / name, staged / "data" / name)
    copied = bundle(staged, prefix / "lib", tools)
    found = licences.origins(copied)
    licences.write(found, staged / "data")
    libraries = [path.name for path in (staged / "data" / FOLDER).iterdir()]
    return platform_tag(map(read, files_below(staged)), libraries), found


def build(staged: Path, platform: str, bill_file: Path, out: Path) -> Path:
    """The wheel, by hatchling."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", out],
        cwd=ROOT / "lab", check=False, stdout=sys.stderr,
        env={**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true",
             STAGED: str(staged), PLATFORM: platform, BILL: str(bill_file)},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit("hatchling could not make the wheel; its message is above")
    (wheel,) = out.glob(WHEELS)
    return wheel


def date() -> str:
    """Seconds for SOURCE_DATE_EPOCH: of the commit; without git, of the file with the version."""
    done = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or str(int((ROOT / "CMakeLists.txt").stat().st_mtime))


def version() -> str:
    """It stands in CMakeLists.txt."""
    text = (ROOT / "CMakeLists.txt").read_text("utf-8")
    (found,) = re.findall(r"^project\(orbweaver VERSION ([0-9.]+)", text, re.MULTILINE)
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--prefix", type=Path, required=True, help="what was installed there")
    parser.add_argument("--out", type=Path, required=True, help="folder for the wheel")
    given = parser.parse_args()
    out = given.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob(WHEELS):
        old.unlink()
    os.environ.setdefault("SOURCE_DATE_EPOCH", date())
    staged = out / "staged"
    platform, found = stage(given.prefix.resolve(), staged, Path(sys.executable).parent)
    created = int(os.environ["SOURCE_DATE_EPOCH"])
    print(build(staged, platform, bill.write(found, version(), created, out), out))


if __name__ == "__main__":
    main()
