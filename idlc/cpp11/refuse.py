# SPDX-License-Identifier: Apache-2.0
"""What cannot be mapped yet: collected, so that one run reports all of it, a line for each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

_FIXES = {
    "Principal": "leave it out: CORBA 2.3 removed it",
    "custom valuetype": "leave the word custom out: the ORB writes the state",
    "missing in the ORB": "the ORB does not have it: declare one of your own",
    "without definition": "define it, or include the IDL file that does",
    "infinite constant": "use a value that a double can hold",
    "huge array": "use a sequence: an array lies in one piece, and travels whole",
    "taken name": "give it another name",
}


@dataclass(frozen=True)
class Construct:
    """One thing that cannot be mapped: which kind, and what to call this one."""

    kind: str
    what: str
    included_from: str = ""
    """The place of its declaration, if that is not the place of its use."""

    def found_at(self, file: str, line: int) -> Construct:
        """The same, declared in an included file; the innermost declaration counts."""
        return self if self.included_from else replace(self, included_from=f"{file}:{line}")

    @property
    def message(self) -> str:
        """What cannot be mapped, and how to fix it."""
        place = f" (from {self.included_from})" if self.included_from else ""
        return f"cannot map {self.what}{place}; {_FIXES[self.kind]}"


@dataclass
class Refusals:
    """Everything refused so far, and what is left out without harm."""

    lines: set[tuple[str, int, str]] = field(default_factory=set[tuple[str, int, str]])
    warnings: set[tuple[str, int, str]] = field(default_factory=set[tuple[str, int, str]])

    def warn(self, file: str, line: int, what: str) -> None:
        """Remembers a warning about a file that is compiled all the same."""
        self.warnings.add((file, line, what))

    def warned(self) -> list[str]:
        """One line for each warning, in the order of the file."""
        return [f"{file}:{line}: warning: {what}" for file, line, what in sorted(self.warnings)]

    def add(self, file: str, line: int, construct: Construct) -> None:
        """Remembers a refusal; the same thing on the same line counts once."""
        self.lines.add((file, line, construct.message))

    def report(self) -> list[str]:
        """One line for each, in the order of the file."""
        return [f"{file}:{line}: {message}" for file, line, message in sorted(self.lines)]
