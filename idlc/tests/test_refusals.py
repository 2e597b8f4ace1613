# SPDX-License-Identifier: Apache-2.0
"""What cannot be mapped is refused, all of it, by file, line and name; nothing is written."""

import pytest
from compiler import Compiler

CONSTRUCTS = [
    ("custom valuetype V {\n private long x; };", 1, "custom valuetype V"),
    ("module M {\n custom valuetype V { private long x; }; };", 2, "custom valuetype M::V"),
    ("const double D = 1.0e308 * 10.0;", 1, "the value of D"),
    ("const long double D = 1.0e4000;", 1, "the value of D"),
    ("typedef octet\n Large[4294967295];", 2, "an array of 4294967295 elements"),
    ("struct S {\n long x[65536][65536]; };", 2, "an array of 4294967296 elements"),
    ("valuetype X { public long a; };\nstruct X_init { long b; };", 2, "X_init"),
    ("struct X_init { long b; };\nvaluetype X { public long a; };", 1, "factory of valuetype X"),
    ("valuetype X {\n factory X_init(); };", 1, "X with factory X_init"),
    ("valuetype X { factory create_for_unmarshal(); };", 1, "factory create_for_unmarshal"),
    ("interface A { void L(); };\nlocal interface L : A {};", 2, "L with operation L"),
    ("interface A { attribute long V; };\nvaluetype V supports A {};", 2, "V with operation V"),
    ("module CORBA {\n exception TRANSIENT {}; };", 2, "CORBA::TRANSIENT"),
    ("module CORBA {\n typedef sequence<string> StringSeq; };", 2, "CORBA::StringSeq"),
    (
        "module PortableServer { interface POA; };\ntypedef sequence<PortableServer::POA> Several;",
        2,
        "PortableServer::POA without a definition",
    ),
    ("module PortableServer {\n interface POA {}; };", 2, "PortableServer::POA"),
    ("module Messaging {\n interface ReplyHandler {}; };", 2, "Messaging::ReplyHandler"),
    ("\nstruct Messaging { long x; };", 2, "Messaging, the name of a module"),
]

BESIDE_ASYNCHRONOUS = [
    ("interface X {};\ninterface AMI_XHandler {};", 2, "reply handler of interface X"),
    ("interface X {\n void f(); void sendc_f(in long x); };", 1, "X with operation sendc_f"),
    ("interface B { void f(); };\ninterface X : B { void sendp_f(); };", 2, "operation sendp_f"),
    ("interface X { attribute long y; void get_y(); };", 1, "X with operation get_y"),
]


@pytest.mark.parametrize(("idl", "line", "what"), CONSTRUCTS)
def test_a_construct_is_refused_where_it_stands(
    compiler: Compiler, idl: str, line: int, what: str
) -> None:
    compiled = compiler.compile(idl)

    refusals = [each for each in compiled.complaints if "cannot map" in each]
    assert compiled.status != 0
    assert len(refusals) == 1
    assert refusals[0].startswith(f"it.idl:{line}: cannot map ")
    assert what in refusals[0].partition(";")[0]
    assert refusals[0].partition("; ")[2], "how to fix it is missing"
    assert compiled.files == []


@pytest.mark.parametrize(("idl", "line", "what"), BESIDE_ASYNCHRONOUS)
def test_a_name_of_asynchronous_calls_is_refused_with_them_only(
    compiler: Compiler, idl: str, line: int, what: str
) -> None:
    refused = compiler.compile(idl, "-Wbami")
    assert refused.complaints[0].startswith(f"it.idl:{line}: cannot map ")
    assert what in refused.complaints[0]
    assert refused.files == []
    assert compiler.compile(idl).complaints == []


def test_a_generated_name_that_an_included_file_has_is_refused_where_it_is_made(
    compiler: Compiler,
) -> None:
    compiler.put("included.idl", "struct X_init { long x; };")
    compiled = compiler.compile('#include "included.idl"\nvaluetype X { public long y; };')
    assert compiled.complaints[0].startswith("it.idl:2: cannot map X_init")


def test_all_refusals_are_reported_in_one_run_in_the_order_of_lines(compiler: Compiler) -> None:
    compiled = compiler.compile(
        "module CORBA { interface Later; };\n"
        "struct S {\n  CORBA::Later first;\n  long fine[65536][65536];\n};\n"
        "custom valuetype V { public long inside; };\n"
        "interface I {\n  void f(in CORBA::Later x, in V y);\n};\n"
    )

    refusals = [each for each in compiled.complaints if "cannot map" in each]
    assert [each.partition(":")[2].partition(";")[0] for each in refusals] == [
        "3: cannot map CORBA::Later without a definition",
        "4: cannot map an array of 4294967296 elements",
        "6: cannot map custom valuetype V",
        "8: cannot map CORBA::Later without a definition",
    ]


def test_what_uses_a_refused_declaration_of_the_same_file_is_not_refused_too(
    compiler: Compiler,
) -> None:
    compiled = compiler.compile(
        "custom valuetype U { public long x; };\nstruct S { U v; };\ntypedef S T;\n"
    )

    assert len(compiled.complaints) == 1
    assert compiled.complaints[0].startswith("it.idl:1: cannot map custom valuetype U;")


INCLUDED = """\
custom valuetype Anything { private long x; };
struct Holder { sequence<Anything> things; };
exception Failed { Holder what; };
interface Source { void give(out Holder what); };
interface Derived : Source {};
local interface Near {};
interface Later;
interface Fine { Later get(); };
interface Later { attribute Fine back; };
valuetype Kind {
  private Anything name;
};
"""


def test_an_included_construct_that_is_not_used_is_no_error(compiler: Compiler) -> None:
    compiler.put("included.idl", INCLUDED)

    compiled = compiler.compile('#include "included.idl"\ninterface I { void f(in Fine x); };\n')

    assert compiled.complaints == []
    assert compiled.status == 0


@pytest.mark.parametrize(
    ("use", "what"),
    [
        ("typedef Anything Mine;", "valuetype Anything (from included.idl:1);"),
        ("struct S { Holder h; };", "valuetype Anything (from included.idl:1);"),
        ("interface I { void f() raises (Failed); };", "valuetype Anything (from included.idl:1);"),
        ("interface I : Source {};", "valuetype Anything (from included.idl:1);"),
        ("interface I : Derived {};", "valuetype Anything (from included.idl:1);"),
        ("interface I { void f(in Derived d); };", "valuetype Anything (from included.idl:1);"),
        ("typedef sequence<Source> Many;", "valuetype Anything (from included.idl:1);"),
        ("interface I { void f(in Kind k); };", "valuetype Anything (from included.idl:1);"),
    ],
)
def test_an_included_construct_is_refused_where_it_is_used(
    compiler: Compiler, use: str, what: str
) -> None:
    compiler.put("included.idl", INCLUDED)

    compiled = compiler.compile(f'#include "included.idl"\n\n{use}\n')

    assert compiled.status != 0
    assert len(compiled.complaints) == 1
    assert compiled.complaints[0].startswith("it.idl:3: cannot map ")
    assert what in compiled.complaints[0]
    assert compiled.files == []


def test_a_context_clause_is_ignored_with_a_warning(compiler: Compiler) -> None:
    compiled = compiler.compile('interface I {\n void f() context ("a", "b*"); };')

    warning = "it.idl:2: warning: the context clause of I::f is ignored"
    assert compiled.complaints == [warning]
    assert compiled.status == 0
    assert "void f();" in compiled.text("it.hpp")


@pytest.mark.parametrize(
    ("idl", "complaint"),
    [
        ("interface I {\n void f(long x);\n};", "it.idl:2: Syntax error"),
        ("interface I {\n  void f(in Nowhere x);\n};", "it.idl:2: Error in look-up of 'Nowhere'"),
        ("const long L = 5 / 0;", "it.idl:1: Divide by zero"),
        ("const short S = 40000;", "it.idl:1: Value too large"),
        ("enum E { a };\nenum F { a };", "it.idl:2: Declaration of enumerator 'a' clashes"),
        ("interface I { oneway long f(); };", "it.idl:1: "),
        ("interface I { oneway void f(out long x); };", "it.idl:1: "),
        ('#include "nowhere.idl"', "it.idl:1: nowhere.idl: No such file"),
        ("#if", "it.idl:1: "),
        ("/* no end", "it.idl:1: "),
        ("struct S { long x; }", "it.idl:"),
        ("struct S { long x; };\n\x00\xff", "it.idl:2: a NUL byte"),
    ],
)
def test_wrong_idl_ends_with_a_line_from_the_front_end_and_no_output(
    compiler: Compiler, idl: str, complaint: str
) -> None:
    compiled = compiler.compile(idl)

    assert compiled.status != 0
    assert any(each.startswith(complaint) for each in compiled.complaints), compiled.complaints
    assert compiled.files == []
    assert not any("Traceback" in each for each in compiled.complaints)


def test_a_missing_file_is_named(compiler: Compiler) -> None:
    compiled = compiler.run("nowhere.idl")

    assert compiled.status != 0
    assert "'nowhere.idl' does not exist" in compiled.complaints[0]


def test_files_of_an_earlier_run_stay_whole_when_a_later_one_is_refused(compiler: Compiler) -> None:
    before = compiler.compile("struct S { long x; };").text("it.hpp")

    refused = compiler.compile("custom valuetype F { public long x; };")

    assert refused.status != 0
    assert refused.text("it.hpp") == before
    assert refused.files == ["it.cpp", "it.hpp", "it_poa.hpp"]
