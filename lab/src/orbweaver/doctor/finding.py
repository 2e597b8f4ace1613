"""What a check found, and how to mend it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Finding:
    """One check: `warn` costs accuracy or a feature, `fail` stops a command from working."""

    check: str
    status: Literal["ok", "warn", "fail"]
    found: str
    mend: str = ""

    def __str__(self) -> str:
        mend = f"; mend: {self.mend}" if self.mend else ""
        return f"{self.check}: {self.found}{mend}"
