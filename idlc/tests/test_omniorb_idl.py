# SPDX-License-Identifier: Apache-2.0
"""Other people's IDL: every file of Debian's package omniorb-idl.

It compiles, and what is generated builds without a warning; or docs/reference/idl.md has it, with
the reason for which it does not.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from compiler import PROJECT, Compiled, Compiler, flags_of_the_orb

R = TypeVar("R")

IDL = Path("/usr/share/idl/omniORB")
FOLDERS = (IDL, IDL / "COS")
OPTIONS = [f"{flag}{folder}" for folder in reversed(FOLDERS) for flag in ("-I", "-Wbroot=")]
COMMON = ["any", "bounded", "native", "orb_idl", "servant", "stub", "union"]
"""The headers that all generated files include: read once."""

pytestmark = pytest.mark.skipif(not IDL.exists(), reason="the package omniorb-idl is not installed")


def files() -> list[Path]:
    """All of them."""
    return sorted(IDL.rglob("*.idl"))


def documented() -> dict[str, str]:
    """The files that the page says cannot be compiled, and what the compiler says of them."""
    text = (PROJECT / "docs/reference/idl.md").read_text()
    rows = re.findall(r"^\| `([\w/-]+\.idl)` \| `([^`]+)` \|", text, flags=re.MULTILINE)
    return dict(rows)


def in_parallel(work: Callable[[Path], R], each: list[Path]) -> list[R]:
    """The results of `work`, in order."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, each))


def test_every_file_compiles_and_builds_or_is_documented(compiler: Compiler) -> None:
    def compiled(file: Path) -> Compiled:
        return compiler.run(file, *OPTIONS)

    results = dict(zip(files(), in_parallel(compiled, files()), strict=True))
    excused = documented()
    for file, result in results.items():
        said = "\n".join(result.complaints)
        reason = excused.pop(str(file.relative_to(IDL)), None)
        assert "Traceback" not in said
        if reason is None:
            assert result.status == 0, said
        else:
            assert result.status != 0, f"{file} compiles: take it out of docs/reference/idl.md"
            assert reason in said
    assert not excused, "docs/reference/idl.md names files that are not there"
    assert warnings_of(compiler) == []


def warnings_of(compiler: Compiler) -> list[str]:
    """What the C++ compiler says of everything that was generated."""
    if shutil.which("g++") is None:
        pytest.skip("no g++")
    out = compiler.folder / "out"
    flags = ["-std=c++23", "-Wall", "-Wextra", "-Werror", f"-I{out}", f"-I{out / 'COS'}"]
    flags += flags_of_the_orb()
    header = compiler.put(
        "common.hpp", "".join(f"#include <orbweaver/corba/{name}.hpp>\n" for name in COMMON)
    )
    subprocess.run(["g++", *flags, "-x", "c++-header", header], check=True)

    def said(source: Path) -> str:
        command = ["g++", *flags, "-fsyntax-only", "-include", str(header), str(source)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr

    return [each for each in in_parallel(said, sorted(out.rglob("*.cpp"))) if each]
