# SPDX-License-Identifier: Apache-2.0
"""A first server and client for an IDL file: what is in them, and what is refused."""

import pytest
from compiler import Compiler

WRITTEN = ["CMakeLists.txt", "client.cpp", "server.cpp"]
RADIO = """\
module Radio {
  interface Base { readonly attribute long gain; };
  interface Tuner : Base {
    double tune(in double hz);
    void limits(out double low, out double high);
    oneway void feed(in long sample);
  };
};
"""


def test_three_files_are_written_and_none_of_the_idl_files_own(compiler: Compiler) -> None:
    compiled = compiler.compile(RADIO, "-Wbexample")

    assert (compiled.status, compiled.complaints) == (0, [])
    assert compiled.files == WRITTEN


def test_a_servant_has_its_own_operations_and_those_it_inherits(compiler: Compiler) -> None:
    server = compiler.compile(RADIO, "-Wbexample").text("server.cpp")

    assert (
        "class TunerServant : public CORBA::servant_traits<::Radio::Tuner>::base_type {" in server
    )
    tuner = server.partition("class TunerServant")[2].partition("\n};")[0]
    assert "std::int32_t gain() override {\n    return {};" in tuner
    assert "void limits(double& low, double& high) override {}" in tuner
    assert "serve<BaseServant>(*orb, *poa);\n    serve<TunerServant>(*orb, *poa);" in server


def test_the_client_prints_results_and_tries_derived_interfaces_first(compiler: Compiler) -> None:
    client = compiler.compile(RADIO, "-Wbexample").text("client.cpp")

    assert 'show("get Radio::Base::gain", [&] {' in client
    assert "return orbweaver::corba::text_of(object.tune(hz));" in client
    assert 'return "low=" + orbweaver::corba::text_of(low) +' in client
    assert 'object.feed(sample);\n    return std::string{"sent"};' in client
    assert client.index("called<::Radio::Tuner>") < client.index("called<::Radio::Base>")


def test_local_variables_keep_out_of_the_parameters_way(compiler: Compiler) -> None:
    idl = "interface It { long give(in long _object, in long result, out long other); };"

    client = compiler.compile(idl, "-Wbexample").text("client.cpp")

    assert "void call(::It& object_) {" in client
    assert "const auto result_ = object_.give(object, result, other);" in client


def test_interfaces_of_one_name_have_servants_of_two_names(compiler: Compiler) -> None:
    idl = "module A { interface Port {}; }; module B { interface Port {}; };"

    server = compiler.compile(idl, "-Wbexample").text("server.cpp")

    assert "class A_PortServant" in server
    assert "class B_PortServant" in server


def test_what_has_no_servant_is_passed_over_with_a_line(compiler: Compiler) -> None:
    idl = "interface It {}; local interface Here {}; abstract interface Any_ {};"

    compiled = compiler.compile(idl, "-Wbexample")

    assert compiled.status == 0
    assert compiled.complaints == [
        "Here is not in the example: it is local, and has no servant",
        "Any_ is not in the example: it is abstract, and has no servant",
    ]
    assert "Here" not in compiled.text("server.cpp")


def test_the_build_names_the_idl_files_where_they_lie(compiler: Compiler) -> None:
    compiler.put("deep/types/point.idl", "module Shapes { struct Point { long x; }; };")
    compiler.put("more/gain.idl", "module Gain { enum Level { low }; };")
    compiler.put(
        "deep/my radio.idl",
        '#include "types/point.idl"\n#include "gain.idl"\n#include <orb.idl>\n'
        "interface It { void f(in Shapes::Point p, in Gain::Level l, in CORBA::TypeCode t); };",
    )

    compiled = compiler.run(
        "deep/my radio.idl", "-Wbexample", "-Imore", "-Wbroot=deep", "-Wbroot=more"
    )

    build = compiled.text("CMakeLists.txt")
    assert 'set(ORBWEAVER_IDL_ROOTS "../deep" "../more")' in build
    files = '"../deep/my radio.idl" "../deep/types/point.idl" "../more/gain.idl"'
    assert f"orbweaver_idl(my_radio_idl {files})" in build
    assert "add_executable(my_radio-${program} ${program}.cpp)" in build


def test_the_build_finds_the_interface_repository_where_the_compiler_lies(
    compiler: Compiler,
) -> None:
    compiled = compiler.compile(
        "#include <ir.idl>\ninterface It { void f(in CORBA::InterfaceDef of_type); };",
        "-Wbexample",
    )

    build = compiled.text("CMakeLists.txt")
    assert 'orbweaver_idl(it_idl "../it.idl" "${ORBWEAVER_IDLC}/idl/ir.idl")' in build


@pytest.mark.parametrize("there", WRITTEN)
def test_nothing_is_overwritten_and_then_nothing_is_written(compiler: Compiler, there: str) -> None:
    compiler.put(f"out/{there}", "mine")

    compiled = compiler.compile(RADIO, "-Wbexample")

    assert compiled.status == 1
    assert compiled.complaints == [
        f"an example overwrites nothing, and there is already: out/{there}; choose another folder"
    ]
    assert (compiled.files, compiled.text(there)) == ([there], "mine")


def test_a_file_without_an_interface_to_serve_is_refused(compiler: Compiler) -> None:
    compiled = compiler.compile("struct S { long x; }; local interface L {};", "-Wbexample")

    assert (compiled.status, compiled.files) == (1, [])
    assert compiled.complaints == [
        "it.idl declares no interface that a server can serve; name the file that does"
    ]


def test_an_included_file_that_only_the_preprocessor_found_is_refused(compiler: Compiler) -> None:
    compiler.put("more/gain.idl", "module Gain { enum Level { low }; };")
    idl = '#include "gain.idl"\ninterface It { void f(in Gain::Level l); };'

    compiled = compiler.compile(idl, "-Wbexample", "-Imore")

    assert compiled.complaints == ["it.idl includes gain.idl; name its folder with -Wbroot"]
