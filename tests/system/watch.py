# SPDX-License-Identifier: Apache-2.0
"""Looks at what all components of a run hold, again and again while it lasts."""

import os
import threading
import time
from collections import defaultdict
from pathlib import Path

from footprint import Footprint, children, footprint

LOOK_EVERY_S = 0.02


class Watch:
    """A context; afterwards `seen` has the looks at each process, `names` what it is called."""

    def __init__(self, every_s: float = LOOK_EVERY_S) -> None:
        self.seen: dict[int, list[Footprint]] = defaultdict(list)
        self.at: dict[int, list[float]] = defaultdict(list)
        self.names: dict[int, str] = {}
        self._every_s = every_s
        self._over = threading.Event()
        self._looking = threading.Lock()
        self._watcher = threading.Thread(target=self._look_again_and_again)

    def __enter__(self) -> "Watch":
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watcher.join()

    def look(self) -> None:
        """One look at each process, besides those that it makes by itself."""
        with self._looking:
            for pid in children(os.getpid()):
                try:
                    self._look_at(pid)
                except (OSError, KeyError):
                    continue  # it has just ended

    def forget(self, name: str) -> None:
        """The looks at this one so far are not counted: it was not ready yet."""
        with self._looking:
            for pid in [entry for entry, called in self.names.items() if called == name]:
                self.seen.pop(pid, None)
                self.at.pop(pid, None)

    def _look_again_and_again(self) -> None:
        while not self._over.wait(self._every_s):
            self.look()

    def _look_at(self, pid: int) -> None:
        if pid not in self.names:
            name = _name(pid)
            if name is None:
                return  # not yet the component: still a copy of its parent
            self.names[pid] = name
        self.seen[pid].append(footprint(pid))
        self.at[pid].append(time.monotonic())


def _name(pid: int) -> str | None:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    return words[words.index("--name") + 1] if "--name" in words else None
