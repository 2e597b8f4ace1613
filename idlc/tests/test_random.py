# SPDX-License-Identifier: Apache-2.0
"""Random IDL compiles, and g++ takes it. `python random_idl.py 500` tries more of it."""

import shutil

import pytest
from compiler import Compiler
from random_idl import RandomIdl, is_idl, joined, said_by_gpp

SEEDS = range(6)


def put_valid(compiler: Compiler) -> list[str]:
    """Writes a file for each seed; the names of those that are IDL."""
    for seed in SEEDS:
        compiler.put(f"r{seed}.idl", RandomIdl(seed).text())
    return [f"r{seed}" for seed in SEEDS if is_idl(compiler.folder, f"r{seed}.idl")]


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
def test_what_the_front_end_takes_is_compiled_and_taken_by_a_cpp_compiler(
    compiler: Compiler,
) -> None:
    valid = put_valid(compiler)
    assert len(valid) > len(SEEDS) / 2, "most should be IDL"
    for number, stem in enumerate(valid):
        options = ["-Wbami"] if number % 2 else ["-Wbviews"]
        compiled = compiler.run(f"{stem}.idl", *options)
        assert compiled.status == 0, compiled.complaints
    assert said_by_gpp(joined(compiler, valid)) == ""
