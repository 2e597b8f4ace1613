# SPDX-License-Identifier: Apache-2.0
"""What is asked of orbweaver-try: one component, its files, and how it is to run."""

from dataclasses import dataclass, field
from pathlib import Path

from orbweaver.problems import BadInput
from orbweaver.run import programs

PROGRAM = "orbweaver-try"
SUFFIX = ".spd.xml"
STREAM = "-"


@dataclass(frozen=True)
class TrialRequest:
    """One component. `inputs`, `outputs`: [PORT=]FILE; `settings`: PROPERTY=VALUE; `orb`:
    NAME=VALUE.
    """

    spd: Path
    inputs: list[str] = field(default_factory=list[str])
    outputs: list[str] = field(default_factory=list[str])
    settings: list[str] = field(default_factory=list[str])
    orb: list[str] = field(default_factory=list[str])
    root: Path | None = None
    implementation: str | None = None
    messaging: str | None = None
    packet_samples: int = 1024
    seconds: float | None = None
    step_timeout: float = 10
    bin: Path | None = None

    @property
    def writes_samples_to_stdout(self) -> bool:
        """Whether standard output is for samples."""
        return any(output == STREAM or output.endswith(f"={STREAM}") for output in self.outputs)

    def command(self) -> list[str]:
        """The command line; raises BadInput for what the program refuses in less plain words."""
        if not self.spd.is_file():
            raise BadInput(f"{self.spd} is no file: name a software package (X{SUFFIX})")
        if self.root is not None and not self.root.is_dir():
            raise BadInput(f"--root {self.root} is no folder: name the root of the SCA file system")
        line = [str(programs.locate(PROGRAM, self.bin)), str(self.spd)]
        for option, values in (
            ("--input", self.inputs), ("--output", self.outputs), ("--set", self.settings),
            ("--orb", self.orb),
        ):  # fmt: skip
            for value in values:
                line += [option, value]
        line += ["--root", str(self.root)] if self.root is not None else []
        line += ["--implementation", self.implementation] if self.implementation else []
        line += ["--messaging", self.messaging] if self.messaging else []
        line += ["--packet", str(self.packet_samples)]
        line += ["--seconds", f"{self.seconds:g}"] if self.seconds is not None else []
        return [*line, "--step-timeout", f"{self.step_timeout:g}"]
