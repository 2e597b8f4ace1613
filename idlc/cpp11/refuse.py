"""What cannot be mapped yet: collected, so that one run reports all of it, a line for each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

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
    included_from: str = ""
    """The place of its declaration, if that is not the place of its use."""

    def found_at(self, file: str, line: int) -> Construct:
        """The same, declared in an included file; the innermost declaration counts."""
        return self if self.included_from else replace(self, included_from=f"{file}:{line}")

    @property
    def message(self) -> str:
        """What it is and how to mend it."""
        place = f" (from {self.included_from})" if self.included_from else ""
        return f"cannot map {self.what}{place}; {_MENDS[self.kind]}"


@dataclass
class Refusals:
    """Everything refused so far."""

    lines: set[tuple[str, int, str]] = field(default_factory=set[tuple[str, int, str]])

    def add(self, file: str, line: int, construct: Construct) -> None:
        """Remembers a refusal; the same thing on the same line counts once."""
        self.lines.add((file, line, construct.message))

    def report(self) -> list[str]:
        """One line for each, in the order of the file."""
        return [f"{file}:{line}: {message}" for file, line, message in sorted(self.lines)]
