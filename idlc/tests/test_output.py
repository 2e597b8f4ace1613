# SPDX-License-Identifier: Apache-2.0
"""Where files go, how they name each other, and what the build learns from them."""

from pathlib import Path

import pytest
from compiler import Compiler

STRUCT = "struct S { long x; };"


def test_without_options_files_lie_directly_in_the_output_folder(compiler: Compiler) -> None:
    compiler.put("deep/below.idl", STRUCT)

    compiled = compiler.run("deep/below.idl")

    assert compiled.files == ["below.cpp", "below.hpp", "below_poa.hpp"]
    assert '#include "below.hpp"' in compiled.text("below_poa.hpp")


def test_root_and_prefix_make_the_path_of_a_file(compiler: Compiler) -> None:
    compiler.put("idl/lab/some.idl", STRUCT)

    compiled = compiler.run("idl/lab/some.idl", "-Wbroot=idl", "-Wbprefix=orb/generated")

    stem = "orb/generated/lab/some"
    assert compiled.files == [f"{stem}.cpp", f"{stem}.hpp", f"{stem}_poa.hpp"]
    assert f"#include <{stem}.hpp>" in compiled.text(f"{stem}.cpp")


def test_the_first_root_that_holds_a_file_names_it(compiler: Compiler) -> None:
    compiler.put("two/sub/some.idl", STRUCT)

    compiled = compiler.run("two/sub/some.idl", "-Wbroot=one", "-Wbroot=two", "-Wbroot=two/sub")

    assert "sub/some.hpp" in compiled.files


def test_an_included_file_is_included_as_its_generated_headers(compiler: Compiler) -> None:
    compiler.put("a/first.idl", STRUCT)
    compiler.put("b/second.idl", '#include "../a/first.idl"\ninterface I { void f(in S x); };')

    compiled = compiler.run("b/second.idl", "-Wbroot=.", "-Wbprefix=gen")

    assert "#include <gen/a/first.hpp>" in compiled.text("gen/b/second.hpp")
    assert "#include <gen/a/first_poa.hpp>" in compiled.text("gen/b/second_poa.hpp")
    assert "class S" not in compiled.text("gen/b/second.hpp")


def test_an_include_of_an_include_is_found_beside_it(compiler: Compiler) -> None:
    compiler.put("a/deep/third.idl", STRUCT)
    compiler.put("a/deep/second.idl", '#include "third.idl"\nstruct T { S s1; };')
    compiler.put("b/first.idl", '#include "../a/deep/second.idl"\nstruct U { T t1; };')

    header = compiler.run("b/first.idl", "-Wbroot=.").text("b/first.hpp")

    assert '#include "a/deep/second.hpp"' in header
    assert '#include "a/deep/third.hpp"' in header


def test_an_include_by_search_path_is_named_below_its_root(compiler: Compiler) -> None:
    compiler.put("a/sub/first.idl", STRUCT)
    compiler.put("b/second.idl", "#include <sub/first.idl>\nstruct T { S s1; };")

    compiled = compiler.run("b/second.idl", "-Ia", "-Wbroot=a", "-Wbroot=.", "-Wbprefix=gen")

    assert "#include <gen/sub/first.hpp>" in compiled.text("gen/b/second.hpp")


def test_an_include_from_outside_all_roots_is_called_as_it_is_spelled(compiler: Compiler) -> None:
    compiler.put("a/sub/first.idl", STRUCT)
    compiler.put("b/second.idl", "#include <sub/first.idl>\nstruct T { S s1; };")

    compiled = compiler.run("b/second.idl", "-Ia")

    assert '#include "sub/first.hpp"' in compiled.text("second.hpp")


def test_indirect_includes_are_all_there_each_once(compiler: Compiler) -> None:
    compiler.put("one.idl", f"#ifndef ONE\n#define ONE\n{STRUCT}\n#endif\n")
    compiler.put("two.idl", '#include "one.idl"\nstruct T { S s1; };')

    header = compiler.compile('#include "one.idl"\n#include "two.idl"\nstruct U { T t1; };').text(
        "it.hpp"
    )

    assert header.count('#include "one.hpp"') == 1
    assert header.count('#include "two.hpp"') == 1


def test_a_file_with_nothing_but_macros_needs_no_header(compiler: Compiler) -> None:
    compiler.put("macros.idl", "#define SIZE 3\n")

    compiled = compiler.compile('#include "macros.idl"\ntypedef long A[SIZE];')

    assert "macros" not in compiled.text("it.hpp")
    assert "using A = std::array<std::int32_t, 3>;" in compiled.text("it.hpp")


def test_the_build_learns_every_file_that_was_read(compiler: Compiler) -> None:
    compiler.put("macros.idl", "#define SIZE 3\n")

    compiler.compile(
        '#include "macros.idl"\ntypedef long A[SIZE];', "-Wp-MD,it.d", "-Wbdepends=it.d"
    )

    targets, _, sources = (compiler.folder / "it.d").read_text().partition(":")
    assert targets.split() == ["out/it.hpp", "out/it_poa.hpp", "out/it.cpp"]
    assert sources.replace("\\", "").split() == ["it.idl", "macros.idl"]


def test_output_does_not_depend_on_the_folder_in_which_the_compiler_runs(
    compiler: Compiler, tmp_path: Path
) -> None:
    elsewhere = Compiler(tmp_path / "elsewhere")
    elsewhere.folder.mkdir()
    source = compiler.put("it.idl", STRUCT)

    assert compiler.run("it.idl").text("it.hpp") == elsewhere.run(source).text("it.hpp")


def test_an_empty_file_makes_files_without_declarations(compiler: Compiler) -> None:
    compiled = compiler.compile("")

    assert compiled.status == 0
    assert "namespace" not in compiled.text("it.hpp")


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("-Wbnonsense=1", "cpp11: unknown option -Wbnonsense="),
        ("-Wbout", "cpp11: -Wbout: write one of these"),
        ("-Wbout=", "cpp11: -Wbout=: write one of these"),
    ],
)
def test_a_wrong_option_is_named_and_the_right_ones_are_listed(
    compiler: Compiler, option: str, complaint: str
) -> None:
    compiled = compiler.compile(STRUCT, option)

    assert compiled.status != 0
    assert compiled.complaints[0].startswith(complaint)
    assert any("-Wbroot=DIR" in each for each in compiled.complaints)
    assert compiled.files == []


def test_a_folder_that_cannot_be_made_is_named(compiler: Compiler) -> None:
    compiler.put("out", "a file, not a folder")
    compiler.put("it.idl", STRUCT)

    compiled = compiler.run("it.idl")

    assert compiled.status != 0
    assert compiled.complaints == ["cpp11: cannot write out: File exists"]


def test_no_temporary_file_is_left_if_one_cannot_be_written(compiler: Compiler) -> None:
    (compiler.folder / "out" / "it.cpp").mkdir(parents=True)

    compiled = compiler.compile(STRUCT)

    assert compiled.status != 0
    assert compiled.complaints[0].startswith("cpp11: cannot write out/")
    assert not any(name.startswith(".") for name in compiled.files)


def test_the_usage_is_part_of_omniidls(compiler: Compiler) -> None:
    compiler.put("it.idl", STRUCT)

    compiled = compiler.run("it.idl", "-u")

    assert compiled.status == 0
    assert compiled.files == []


@pytest.mark.parametrize("file", ["ma\u00df.idl", "plain.idl"])
def test_names_of_files_need_not_be_ascii(compiler: Compiler, file: str) -> None:
    compiler.put("ma\u00df.idl", STRUCT)
    compiler.put(
        "plain.idl", '#include "ma\u00df.idl"\nstruct T { S inner; };'.encode().decode("latin-1")
    )

    compiled = compiler.run(file, "-Wp-MD,depends.d", "-Wbdepends=depends.d")

    assert compiled.complaints == []
    stem = file.removesuffix(".idl")
    assert compiled.files == [f"{stem}.cpp", f"{stem}.hpp", f"{stem}_poa.hpp"]
    header = (compiled.out / f"{stem}.hpp").read_text(encoding="utf-8")
    assert header.startswith(f"// Generated from {file} ")
    assert ('#include "ma\u00df.hpp"' in header) is (file == "plain.idl")
    assert "ma\u00df.idl" in (compiler.folder / "depends.d").read_text(encoding="utf-8")


def test_what_another_file_defines_is_left_to_that_file(compiler: Compiler) -> None:
    compiler.put("other.idl", "interface Other {}; valuetype Kept { public long x; };")

    here = compiler.compile("interface Other; valuetype Kept; interface I { Other f(in Kept k); };")
    there = compiler.run("other.idl")

    assert here.complaints == []
    for codec in ("ObjectCodec<::Other>", "ValueCodec<::Kept>"):
        instance = f"template struct orbweaver::corba::{codec};"
        assert f"extern {instance}" in here.text("it.hpp")
        assert instance not in here.text("it.cpp")
        assert instance in there.text("other.cpp")
