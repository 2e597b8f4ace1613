# SPDX-License-Identifier: Apache-2.0
"""A tree of its own for planted faults: the last commit, built with one fault at a time.

It is kept, so that a fault costs the compilation of the files that it changes; and nothing of it
can stay in the user's tree.
"""

import re
import shutil
import subprocess
from pathlib import Path

from planted_faults import ROOT, BadFault, Fault

TARGET = "orbweaver-sim"


class ScratchTree:
    """Threads: one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def program(self) -> Path:
        """What build() makes."""
        return self._folder / "build/sim/bin" / TARGET

    def begin(self) -> None:
        """Takes over the last commit, without a fault. What is not committed is left out."""
        if not self._is_usable():
            shutil.rmtree(self._folder, ignore_errors=True)
            _call(ROOT, "git", "clone", "-q", "--shared", "--no-checkout", ".", str(self._folder))
        self._git("fetch", "-q", str(ROOT), "HEAD")
        self._git("checkout", "-q", "--force", "--detach", "FETCH_HEAD")
        _call(self._folder, "cmake", "--preset", "sim")
        self.build()

    def plant(self, fault: Fault) -> None:
        """Fails if the patch does not apply, or does not compile without a warning."""
        self._git("apply", str(fault.path))
        try:
            said = self.build()
            if any(re.search(rf"{name}:\d+:\d+: warning:", said) for name in fault.changed_files):
                raise BadFault(f"{fault.name}: the compiler warns of it:\n{said}")
        except BadFault:
            self.remove(fault)
            raise

    def remove(self, fault: Fault) -> None:
        """After plant(). The next build() is without it."""
        self._git("apply", "--reverse", str(fault.path))

    def build(self) -> str:
        """What the compiler says."""
        return _call(self._folder, "cmake", "--build", "build/sim", "--target", TARGET)

    def _is_usable(self) -> bool:
        command = ["git", "-C", str(self._folder), "cat-file", "-e", "HEAD^{tree}"]
        is_tree = (self._folder / ".git").exists()
        return is_tree and subprocess.run(command, capture_output=True, check=False).returncode == 0

    def _git(self, *arguments: str) -> None:
        _call(self._folder, "git", *arguments)


def _call(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadFault(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr
