# SPDX-License-Identifier: Apache-2.0
"""The generated code, word for word, for small IDL files."""

import pytest
from compiler import IDLC, Compiler

GOLDEN = IDLC / "golden"
OPTIONS = {"small": [], "views": ["-Wbviews"]}
REGENERATE = "if it is meant, run in idlc/: omniidl -bcpp11 -p. -Wbout=golden {} golden/{}.idl"


@pytest.mark.parametrize("stem", OPTIONS)
@pytest.mark.parametrize("ending", [".hpp", "_poa.hpp", ".cpp"])
def test_the_generated_file_is_the_one_in_golden(
    compiler: Compiler, stem: str, ending: str
) -> None:
    name = f"{stem}{ending}"

    compiled = compiler.run(GOLDEN / f"{stem}.idl", *OPTIONS[stem])

    assert compiled.complaints == []
    fix = REGENERATE.format(" ".join(OPTIONS[stem]), stem)
    assert compiled.text(name) == (GOLDEN / name).read_text(), fix


def test_three_files_are_generated_and_nothing_else(compiler: Compiler) -> None:
    compiled = compiler.run(GOLDEN / "small.idl")

    assert compiled.status == 0
    assert compiled.files == ["small.cpp", "small.hpp", "small_poa.hpp"]
