"""The generated code compiles alone and without a warning, also of those the project lets off."""

import shutil
import subprocess
from pathlib import Path

import pytest
from compiler import PROJECT, Compiler

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
FILES = [*MAPPED, *sorted((PROJECT / "idl/lab").glob("*.idl"))]


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
@pytest.mark.parametrize(
    ("idl", "options"),
    [*((file, ()) for file in FILES), (VIEWS, ("-Wbviews",))],
    ids=lambda each: each.name if isinstance(each, Path) else " ".join(each),
)
def test_every_generated_file_compiles(
    compiler: Compiler, idl: Path, options: tuple[str, ...]
) -> None:
    for file in {IDL / "base.idl", idl}:
        assert compiler.run(file, "-Wbprefix=generated", *options).complaints == []
    folders = [compiler.folder / "out", *sorted(PROJECT.glob("orb/*/include"))]
    source = compiler.put("all.cpp", _including(idl.stem))

    done = subprocess.run(
        ["g++", "-std=c++23", "-fsyntax-only", *WARNINGS, *[f"-I{f}" for f in folders], source],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""
    assert done.returncode == 0


def _including(stem: str) -> str:
    # Twice, to see that a header may be; skeletons first, to see that they bring what they need.
    endings = ["_poa.hpp", ".hpp", "_poa.hpp", ".cpp"]
    return "".join(f"#include <generated/{stem}{ending}>\n" for ending in endings)
