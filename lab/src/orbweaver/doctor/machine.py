# SPDX-License-Identifier: Apache-2.0
"""Where the checks look; tests point it elsewhere."""

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Machine:
    """The system's folders, and that of the programs. `keys`: made by `orbweaver keys`."""

    proc: Path = Path("/proc")
    sys: Path = Path("/sys")
    bin: Path | None = None
    usr: Path = Path("/usr")
    etc: Path = Path("/etc")
    keys: Path | None = None
    now: Callable[[], float] = time.time
    tmp: Path = field(default_factory=lambda: Path(tempfile.gettempdir()))

    def text(self, path: Path) -> str | None:
        """What a small file says; None if it cannot be read."""
        try:
            return path.read_text(errors="replace").strip()
        except OSError:
            return None
