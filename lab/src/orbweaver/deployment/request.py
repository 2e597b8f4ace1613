# SPDX-License-Identifier: Apache-2.0
"""What is asked of orbweaver-run: one application, and how it is to run."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from orbweaver.problems import BadInput
from orbweaver.run import programs

PROGRAM = "orbweaver-run"
SUFFIX = ".sad.xml"
Placement = Literal["as-sad", "separate", "together"]


@dataclass(frozen=True)
class DomainRequest:
    """One application. `settings`: COMPONENT.PROPERTY=VALUE; `orb`: NAME=VALUE."""

    sad: Path
    root: Path | None = None
    settings: list[str] = field(default_factory=list[str])
    orb: list[str] = field(default_factory=list[str])
    placement: Placement = "as-sad"
    seconds: float | None = None
    debug: str | None = None
    bin: Path | None = None

    def check(self) -> None:
        """Raises BadInput for what the program would refuse in less plain words."""
        if not self.sad.is_file():
            raise BadInput(f"{self.sad} is no file: name a software assembly (X{SUFFIX})")
        if self.root is not None and not self.root.is_dir():
            raise BadInput(f"--root {self.root} is no folder: name the root of the SCA file system")
        for setting in self.settings:
            component, _, rest = setting.partition(".")
            if not component or "=" not in rest or rest.startswith("="):
                raise BadInput(f"--set '{setting}' sets nothing: write COMPONENT.PROPERTY=VALUE")

    def command(self, *words: str) -> list[str]:
        """The command line, with `words` at its end."""
        self.check()
        line = [str(programs.locate(PROGRAM, self.bin)), "--events", str(self.sad)]
        line += ["--root", str(self.root)] if self.root is not None else []
        for setting in self.settings:
            line += ["--set", setting]
        for entry in self.orb:
            line += ["--orb", entry]
        line += ["--placement", self.placement] if self.placement != "as-sad" else []
        line += ["--debug", self.debug] if self.debug is not None else []
        line += ["--seconds", f"{self.seconds:g}"] if self.seconds is not None else []
        return [*line, *words]


def is_sad(text: str) -> bool:
    """Whether a waveform is named by its SAD: any XML file, as other frameworks name theirs."""
    return text.endswith(".xml")
