# SPDX-License-Identifier: Apache-2.0
"""What is asked of orbweaver-run: one application, and how it is to run."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from orbweaver.run import programs

PROGRAM = "orbweaver-run"
Placement = Literal["as-sad", "separate", "together"]


@dataclass(frozen=True)
class DomainRequest:
    """One application. `settings`: COMPONENT.PROPERTY=VALUE. `words`: other options of the program,
    as they were typed; what two of them mean is in `set_by_words` and `placement`, for the record.
    """

    sad: Path
    settings: list[str] = field(default_factory=list[str])
    words: list[str] = field(default_factory=list[str])
    set_by_words: list[str] = field(default_factory=list[str])
    placement: Placement = "as-sad"
    debug: str | None = None
    bin: Path | None = None

    def command(self) -> list[str]:
        """The command line. The program refuses what it cannot use."""
        line = [str(programs.locate(PROGRAM, self.bin)), "--events", str(self.sad), *self.words]
        return [*line, *(word for setting in self.settings for word in ("--set", setting))]


def is_sad(text: str) -> bool:
    """Whether a waveform is named by its SAD: any XML file, as other frameworks name theirs, or any
    path, as orbweaver-run has it.
    """
    return "/" in text or text.endswith(".xml")
