# SPDX-License-Identifier: Apache-2.0
"""What a check found, and how to fix it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Finding:
    """One check. `warn` costs accuracy, a feature, or a defence that the user may do without.

    `fail` stops a command from working, or lets another user read or change what is private.
    """

    check: str
    status: Literal["ok", "warn", "fail"]
    found: str
    fix: str = ""

    def __str__(self) -> str:
        fix = f"; fix: {self.fix}" if self.fix else ""
        return f"{self.check}: {self.found}{fix}"
