# SPDX-License-Identifier: Apache-2.0
"""IDL at random, which the compiler must turn into C++ that g++ takes.

    python random_idl.py COUNT [SEED]

Compiles COUNT files, the first of SEED (0), the next of SEED + 1, and so on. The front end says
which of them are IDL; of these each must be compiled, and g++ must take what comes out. Prints each
one that fails, with the folder in which its files are left. A test compiles a few at every run.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from compiler import Compiler, flags_of_the_orb

_BASIC = [
    *"short long float double boolean char octet wchar string wstring any Object".split(),
    *("ValueBase", "unsigned short", "unsigned long", "long long", "unsigned long long"),
    *("long double", "string<7>", "wstring<3>", "fixed<5,2>"),
]
_ODD = (
    "class namespace std swap what errno int16_t POA value self operator CORBA IDL count d".split()
)


class RandomIdl:
    """The text of one module. Everything in it has a name of its own, but for members."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._module = f"R{seed}"
        self._number = 0
        self._types: list[str] = []  # what can be a member, by its whole name
        self._values: list[str] = []
        self._interfaces: list[str] = []
        self._raised: list[str] = []
        self._enums: dict[str, list[str]] = {}
        self._only_declared: list[str] = []

    def text(self) -> str:
        """The file."""
        declarations = [self._declaration(f"::{self._module}") for _ in range(14)]
        return "\n".join([f"module {self._module} {{", *declarations, "};", ""])

    # --- names ---

    def _name(self, stem: str) -> str:
        self._number += 1
        return f"{stem}{self._number}"

    def _member_names(self, count: int) -> list[str]:
        odd = self._random.sample(_ODD, k=min(count, len(_ODD)))
        return [name if self._maybe(0.2) else self._name("m") for name in odd]

    def _maybe(self, chance: float) -> bool:
        return self._random.random() < chance

    # --- types ---

    def _type(self) -> str:
        """A type by name, maybe a sequence."""
        if self._maybe(0.2):
            bound = self._random.choice(["", ", 3"])
            return f"sequence<{self._type()}{bound} >"  # two > in a row were one word
        everything = [*self._types, *self._values, *self._interfaces, *self._only_declared]
        if everything and self._maybe(0.5):
            return self._random.choice(everything)
        return self._random.choice(_BASIC)

    def _member_type(self, scope: str, depth: int) -> str:
        """The same, or one that is declared in place."""
        if depth < 3 and self._maybe(0.35):
            return self._random.choice([self._struct, self._union, self._enum])(scope, depth + 1)
        return self._type()

    def _members(self, scope: str, depth: int, before: str = "") -> list[str]:
        # One name each: those of several members could meet.
        names = iter(self._member_names(self._random.randint(1, 4)))
        size = ["", "", "[2]"]
        return [
            f"{before}{self._member_type(scope, depth)} {name}{self._random.choice(size)};"
            for name in names
        ]

    def _struct(self, scope: str, depth: int = 0) -> str:
        name = self._name("S")
        whole = f"{scope}::{name}"
        members = self._members(whole, depth)
        if self._maybe(0.2):
            members.append(f"sequence<{name}> {self._name('again')};")
        self._types.append(whole)
        return f"struct {name} {{ {' '.join(members)} }}"

    def _enum(self, scope: str, _depth: int = 0) -> str:
        name = self._name("E")
        enumerators = [self._name("e") for _ in range(self._random.randint(1, 4))]
        # Enumerators have the scope in which their enum stands.
        self._enums[f"{scope}::{name}"] = [f"{scope}::{each}" for each in enumerators]
        self._types.append(f"{scope}::{name}")
        return f"enum {name} {{ {', '.join(enumerators)} }}"

    def _union(self, scope: str, depth: int = 0) -> str:
        name = self._name("U")
        whole = f"{scope}::{name}"
        discriminator, labels = self._discriminator(whole)
        chosen = [f"case {each}" for each in labels[: self._random.randint(1, len(labels))]]
        if len(chosen) < len(labels) and self._maybe(0.5):
            chosen.insert(self._random.randint(0, len(chosen)), "default")
        cases = [
            f"{label}: {self._member_type(whole, depth)} {self._name('m')};" for label in chosen
        ]
        self._types.append(whole)
        return f"union {name} switch ({discriminator}) {{ {' '.join(cases)} }}"

    def _discriminator(self, scope: str) -> tuple[str, list[str]]:
        if self._maybe(0.3):
            text = self._enum(scope)
            return text, list(self._enums.values())[-1]
        if self._enums and self._maybe(0.5):
            return self._random.choice(list(self._enums.items()))
        plain = {
            "boolean": ["TRUE", "FALSE"],
            "char": ["'a'", r"'\xff'", r"'\0'", "'z'"],
            "short": ["-32768", "0", "32767"],
            "unsigned long": ["4294967295", "1", "0"],
            "long long": ["-1", "9223372036854775807", "5"],
        }
        return self._random.choice(list(plain.items()))

    # --- declarations ---

    def _declaration(self, scope: str) -> str:
        make = self._random.choice([
            lambda: self._struct(scope), lambda: self._union(scope), lambda: self._enum(scope),
            lambda: self._typedef(scope), lambda: self._exception(scope),
            lambda: self._interface(scope), lambda: self._interface(scope),
            lambda: self._value(scope), lambda: self._value(scope), lambda: self._box(scope),
            lambda: self._forward(scope),
        ])  # fmt: skip
        return f"  {make()};"

    def _typedef(self, scope: str) -> str:
        name = self._name("T")
        type_ = self._member_type(scope, 0)
        self._types.append(f"{scope}::{name}")
        return f"typedef {type_} {name}{self._random.choice(['', '', '[2]'])}"

    def _exception(self, scope: str) -> str:
        name = self._name("X")
        members = self._members(f"{scope}::{name}", 0)
        self._raised.append(f"{scope}::{name}")
        return f"exception {name} {{ {' '.join(members)} }}"

    def _box(self, scope: str) -> str:
        name = self._name("B")
        made = self._random.choice([self._struct, self._union, self._enum])
        plain = [*self._types, "string", "long", "sequence<octet>"]
        boxed = made(scope, 2) if self._maybe(0.5) else self._random.choice(plain)
        self._values.append(f"{scope}::{name}")
        return f"valuetype {name} {boxed}"

    def _forward(self, scope: str) -> str:
        name = self._name("F")
        self._only_declared.append(f"{scope}::{name}")
        kinds = ["interface", "abstract interface", "valuetype", "abstract valuetype"]
        return f"{self._random.choice(kinds)} {name}"

    def _interface(self, scope: str) -> str:
        name = self._name("I")
        whole = f"{scope}::{name}"
        base = ""
        if self._interfaces and self._maybe(0.4):
            base = f" : {self._random.choice(self._interfaces)}"
        self._interfaces.append(whole)
        inside = [self._inner(whole) for _ in range(self._random.randint(0, 2))]
        parts = [self._operation() for _ in range(self._random.randint(1, 4))]
        return f"interface {name}{base} {{ {' '.join([*inside, *parts])} }}"

    def _inner(self, scope: str) -> str:
        made = [self._struct, self._union, self._enum, self._typedef, self._exception]
        return f"{self._random.choice(made)(scope)};"

    def _operation(self) -> str:
        if self._maybe(0.25):
            kind = self._random.choice(["attribute", "readonly attribute"])
            return f"{kind} {self._type_of_attribute()} {self._name('a')};"
        ways = self._random.choices(["in", "out", "inout"], k=self._random.randint(0, 4))
        names = self._member_names(len(ways))
        parameters = ", ".join(
            f"{way} {self._type_of_attribute()} {name}"
            for way, name in zip(ways, names, strict=True)
        )
        raises = ""
        if self._raised and self._maybe(0.4):
            raises = f" raises ({self._random.choice(self._raised)})"
        oneway = "oneway " if not raises and set(ways) <= {"in"} and self._maybe(0.3) else ""
        result = "void" if oneway or self._maybe(0.3) else self._type_of_attribute()
        return f"{oneway}{result} {self._name('f')}({parameters}){raises};"

    def _type_of_attribute(self) -> str:
        """Neither a sequence nor a fixed may stand there without a name."""
        while True:
            type_ = self._type()
            if not type_.startswith(("sequence", "fixed")):
                return type_

    def _value(self, scope: str) -> str:
        name = self._name("V")
        whole = f"{scope}::{name}"
        self._values.append(whole)
        # In this order: what stands further on uses what was declared before.
        parts = [self._inner(whole) for _ in range(self._random.randint(0, 1))]
        parts += [
            line
            for access in ("public ", "private ")
            for line in self._members(whole, 0, before=access)
        ]
        if self._maybe(0.4):
            parts.append(self._operation())
        if self._maybe(0.4):
            parts.append(f"factory {self._name('make')}(in {self._type_of_attribute()} given);")
        return f"valuetype {name} {{ {' '.join(parts)} }}"


def is_idl(folder: Path, name: str) -> bool:
    """Whether the front end takes the file."""
    command = ["omniidl", "-bdump", name]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


def joined(compiler: Compiler, stems: list[str]) -> Path:
    """One source with all that was generated for these files."""
    endings = ("_poa.hpp", ".cpp")
    lines = [f'#include "{stem}{ending}"\n' for ending in endings for stem in stems]
    return compiler.put("all.cpp", "".join(lines))


def said_by_gpp(source: Path) -> str:
    """What g++ says of the source; nothing if it takes it."""
    generated = f"-I{source.parent / 'out'}"
    command = ["g++", "-std=c++23", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    done = subprocess.run(
        [*command, generated, *flags_of_the_orb(), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr


def main(arguments: list[str]) -> int:
    """Returns 1 if one of the files fails."""
    count, first = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    kept = Path(tempfile.mkdtemp(prefix="random-idl-"))
    failed = valid = 0
    for seed in range(first, first + count):
        folder = kept / str(seed)
        folder.mkdir()
        compiler = Compiler(folder)
        compiler.put("it.idl", RandomIdl(seed).text())
        if not is_idl(folder, "it.idl"):
            continue
        valid += 1
        compiled = compiler.run("it.idl", *(["-Wbami"] if seed % 2 else ["-Wbviews"]))
        said = compiled.complaints
        if compiled.status == 0:
            said = said_by_gpp(joined(compiler, ["it"])).splitlines()
        if compiled.status or said:
            failed += 1
            error = next((line for line in said if "error" in line), "no error is named")
            print(f"seed {seed}: {error}; see {folder}", flush=True)
    print(f"{valid} of {count} are IDL; {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
