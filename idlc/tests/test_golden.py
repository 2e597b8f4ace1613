"""The generated code, word for word, for a small IDL file."""

import pytest
from compiler import IDLC, Compiler

GOLDEN = IDLC / "golden"
REGENERATE = "if it is meant, run in idlc/: omniidl -bcpp11 -p. -Wbout=golden golden/small.idl"


@pytest.mark.parametrize("name", ["small.hpp", "small_poa.hpp", "small.cpp"])
def test_the_generated_file_is_the_one_in_golden(compiler: Compiler, name: str) -> None:
    compiled = compiler.run(GOLDEN / "small.idl")

    assert compiled.complaints == []
    assert compiled.text(name) == (GOLDEN / name).read_text(), REGENERATE


def test_three_files_are_generated_and_nothing_else(compiler: Compiler) -> None:
    compiled = compiler.run(GOLDEN / "small.idl")

    assert compiled.status == 0
    assert compiled.files == ["small.cpp", "small.hpp", "small_poa.hpp"]
