# SPDX-License-Identifier: Apache-2.0
"""The arguments of the back end: -Wbname=value, as omniidl passes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

USAGE = """\
  -Wbout=DIR        write below DIR (default: the current folder)
  -Wbroot=DIR       name generated files by their IDL file's path below DIR; may be repeated
  -Wbprefix=PATH    put this path before those names, in folders and in #include
  -Wbviews          also make stubs and skeletons that pass `in` sequences of primitive types
                    without a copy (docs/understand/buffers.md); compile included files with it, too
  -Wbami            also make asynchronous calls, sendp_ and sendc_, and reply handlers
                    (docs/understand/ami.md); compile the files with base interfaces with it, too
  -Wbexample        instead of the IDL file's C++, write a server and a client to begin with, and
                    a CMakeLists.txt that builds them; what is there already stays
  -Wbmethods        instead of the IDL file's C++, write methods.json: the operations of each
                    interface as functions of C++, for programs that write a class
  -Wbdepends=FILE   let FILE, which the preprocessor wrote (-Wp-MD,FILE), name what is generated"""


class BadOption(Exception):
    """An argument that the back end does not know."""


@dataclass
class Options:
    """Where to write, and how generated files name each other."""

    out: Path = Path()
    prefix: str = ""
    roots: list[Path] = field(default_factory=list[Path])
    depends: Path | None = None
    views: bool = False
    ami: bool = False
    example: bool = False
    methods: bool = False


def parse(arguments: list[str]) -> Options:
    """Reads the arguments. Raises BadOption."""
    options = Options()
    for argument in arguments:
        if argument in ("views", "ami", "example", "methods"):
            setattr(options, argument, True)
            continue
        name, equals, value = argument.partition("=")
        if not equals or not value:
            raise BadOption(f"cpp11: -Wb{argument}: write one of these:\n{USAGE}")
        match name:
            case "out":
                options.out = Path(value)
            case "root":
                options.roots.append(Path(value).resolve())
            case "prefix":
                options.prefix = value.strip("/")
            case "depends":
                options.depends = Path(value)
            case _:
                raise BadOption(f"cpp11: unknown option -Wb{name}=; there are:\n{USAGE}")
    return options
