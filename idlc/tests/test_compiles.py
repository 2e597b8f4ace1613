# SPDX-License-Identifier: Apache-2.0
"""The generated code compiles alone and without a warning, also of those the project lets off."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from compiler import PROJECT, Compiler, flags_of_the_orb

WARNINGS = (
    "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor "
    "-Woverloaded-virtual -Wold-style-cast -Werror"
).split()
IDL = Path(__file__).parent / "mapping"
VIEWS = IDL / "views.idl"
MAPPED = [
    IDL / "base.idl",
    IDL / "torture.idl",
    IDL / "anys.idl",
    IDL / "decimals.idl",
    IDL / "valuetypes.idl",
    VIEWS,
]
ROOT = PROJECT / "idl"
FILES = [*MAPPED, *sorted((ROOT / "sca").rglob("*.idl")), *sorted((ROOT / "lab").glob("*.idl"))]
INCLUDE = re.compile(r'^#include "(.+)"', re.MULTILINE)


def with_included(idl: Path) -> set[Path]:
    """The file and all that it includes, as the generated headers include each other."""
    names = INCLUDE.findall(idl.read_text())
    files = (ROOT / name if (ROOT / name).exists() else idl.parent / name for name in names)
    return {idl}.union(*map(with_included, files))


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
@pytest.mark.parametrize(
    ("idl", "options"),
    [*((file, ()) for file in FILES), (VIEWS, ("-Wbviews",))],
    ids=lambda each: each.name if isinstance(each, Path) else " ".join(each),
)
def test_every_generated_file_compiles(
    compiler: Compiler, idl: Path, options: tuple[str, ...]
) -> None:
    roots = [f"-I{ROOT}", f"-Wbroot={ROOT}", f"-Wbroot={IDL}"]
    for file in with_included(idl):
        assert compiler.run(file, "-Wbprefix=generated", *roots, *options).complaints == []
    source = compiler.put("all.cpp", _including(idl))
    assert said_of(source, "c++23") == ""


ODD = """
#include <orb.idl>
enum Order { BIG_ENDIAN, LITTLE_ENDIAN, EINTR };
const double M_PI = 3.14159;
typedef sequence<octet, 4294967295> Most;
typedef string<3000000000> Text;
exception Lost {};
interface unix {
  void twice() raises (Lost, Lost);
  CORBA::StringSeq names(in long linux, in Most bytes, in Text words);
};
"""
"""What others write and ours do not: names that are macros, bounds beyond half of the range, ..."""


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
def test_what_others_write_compiles_as_gnu_builds_it(compiler: Compiler) -> None:
    assert compiler.compile(ODD).complaints == []
    source = compiler.put(
        "all.cpp", '#include <cerrno>\n#include <cmath>\n#include "it_poa.hpp"\n#include "it.cpp"\n'
    )
    assert said_of(source, "gnu++23") == ""


ODD_FILES = sorted((Path(__file__).parent / "odd").glob("*.idl"))
C_HEADERS = """
cassert cctype cerrno climits cmath csetjmp csignal cstdarg cstdio cstdlib cstring ctime cwchar
arpa/inet.h dirent.h fcntl.h poll.h strings.h sys/mman.h sys/socket.h sys/stat.h sys/time.h
sys/wait.h termios.h unistd.h
""".split()


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
@pytest.mark.parametrize("options", [(), ("-Wbami", "-Wbviews")], ids=" ".join)
@pytest.mark.parametrize("idl", ODD_FILES, ids=lambda each: each.stem)
def test_odd_idl_compiles_beside_the_headers_of_c(
    compiler: Compiler, idl: Path, options: tuple[str, ...]
) -> None:
    assert compiler.run(idl, *options).complaints == []
    headers = [*(f"<{each}>" for each in C_HEADERS), f'"{idl.stem}_poa.hpp"', f'"{idl.stem}.cpp"']
    source = compiler.put("all.cpp", "".join(f"#include {each}\n" for each in headers))
    assert said_of(source, "gnu++23") == ""


def said_of(source: Path, standard: str) -> str:
    """What the C++ compiler says of a source beside the folder of what was generated."""
    generated = f"-I{source.parent / 'out'}"
    command = ["g++", f"-std={standard}", "-fsyntax-only", *WARNINGS, generated]
    done = subprocess.run(
        [*command, *flags_of_the_orb(), str(source)], capture_output=True, text=True, check=False
    )
    return done.stderr or f"g++ ends with {done.returncode}" * (done.returncode != 0)


def _including(idl: Path) -> str:
    root = ROOT if idl.is_relative_to(ROOT) else IDL
    stem = idl.relative_to(root).with_suffix("")
    # Twice, to see that a header may be; skeletons first, to see that they bring what they need.
    endings = ["_poa.hpp", ".hpp", "_poa.hpp", ".cpp"]
    return "".join(f"#include <generated/{stem}{ending}>\n" for ending in endings)
