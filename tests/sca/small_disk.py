# SPDX-License-Identifier: Apache-2.0
"""A small disk: a file system in memory of a given size, which a test can fill and enlarge."""

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

BLOCK = bytes(4096)


@dataclass
class SmallDisk:
    """Mounted at `folder`."""

    folder: Path

    @property
    def free(self) -> int:
        """Bytes."""
        now = os.statvfs(self.folder)
        return now.f_bavail * now.f_frsize

    def fill(self) -> None:
        """With one file, until nothing more fits."""
        with (self.folder / "filler").open("wb", buffering=0) as filler:
            while self.free > 0:
                filler.write(BLOCK)

    def make_room(self) -> None:
        """Removes what fill() wrote."""
        (self.folder / "filler").unlink()

    def enlarge(self, size: str) -> None:
        subprocess.run(["mount", "-o", f"remount,size={size}", "tmpfs", self.folder], check=True)


@contextmanager
def small_disk(folder: Path, size: str) -> Generator[SmallDisk, None, None]:
    """Skips the test where this user may not mount."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if mounted.returncode != 0:
        pytest.skip(f"no small disk: {mounted.stderr.strip()}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
