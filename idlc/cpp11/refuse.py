"""What cannot be mapped yet: collected, so that one run reports all of it, a line for each."""

from __future__ import annotations

from dataclasses import dataclass, field

_MENDS = {
    "any": "use a struct, or a sequence<octet> that both sides encode",
    "TypeCode": "use a string or an enum that names the type",
    "Principal": "leave it out: CORBA 2.3 removed it",
    "wchar": "use char, or string with UTF-8",
    "wstring": "use string with UTF-8",
    "long double": "use double",
    "fixed": "use a scaled long long",
    "bounded string": "drop the bound and check the length in the servant",
    "bounded sequence": "drop the bound and check the length in the servant",
    "union": "use a struct with an enum that says which member holds",
    "valuetype": "use a struct",
    "abstract interface": "use an ordinary interface",
    "local interface": "write the C++ class by hand",
    "native": "write the C++ type by hand",
    "context clause": "pass the values as parameters",
    "recursive struct": "use a sequence of structs that name their parent by its index",
    "forward-declared struct": "declare the whole struct before its first use",
    "interface without definition": "define it, or include the IDL file that does",
    "include inside a scope": "move the #include out of the module",
    "reserved name": "rename it: the C++11 mapping uses this name itself",
    "infinite constant": "use a value that a double can hold",
}


@dataclass(frozen=True)
class Construct:
    """One thing that cannot be mapped: which kind, and what to call this one."""

    kind: str
    what: str

    @property
    def message(self) -> str:
        """What it is and how to mend it."""
        return f"cannot map {self.what}; {_MENDS[self.kind]}"


@dataclass
class Refusals:
    """Everything refused so far."""

    lines: dict[tuple[str, int, str], None] = field(default_factory=dict[tuple[str, int, str], None])

    def add(self, file: str, line: int, construct: Construct) -> None:
        """Remembers a refusal; the same thing on the same line counts once."""
        self.lines[(file, line, construct.message)] = None

    def report(self) -> list[str]:
        """One line for each, in the order of the file."""
        ordered = sorted(self.lines, key=lambda entry: entry[:2])
        return [f"{file}:{line}: {message}" for file, line, message in ordered]
