"""What cannot be mapped is refused, all of it, by file, line and name; nothing is written."""

import pytest
from compiler import Compiler

CONSTRUCTS = [
    ("custom valuetype V {\n private long x; };", 1, "custom valuetype V"),
    ("module M {\n custom valuetype V { private long x; }; };", 2, "custom valuetype M::V"),
    ("interface F;\ninterface I { void g(in F x); };", 2, "interface F without a definition"),
    ("valuetype F;\ninterface I { void g(in F x); };", 2, "valuetype F without a definition"),
    ("valuetype F;\nvaluetype V { private F x; };", 2, "valuetype F without a definition"),
    (
        "abstract valuetype F;\nstruct S { sequence<F, 3> x[2]; };",
        2,
        "valuetype F without a definition",
    ),
    ("const double D = 1.0e308 * 10.0;", 1, "the value of D"),
    ("const long double D = 1.0e4000;", 1, "the value of D"),
    ("valuetype F;\ninterface I {\n attribute F x; };", 3, "valuetype F"),
    ("valuetype F;\nunion U switch (long) {\n case 1: F x; };", 3, "valuetype F"),
    ("valuetype F;\nvaluetype V { factory make(in\n F x); };", 3, "valuetype F"),
    ("valuetype F;\nvaluetype B sequence<F>;", 2, "valuetype F"),
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
    assert refusals[0].partition("; ")[2], "how to mend it is missing"
    assert compiled.files == []


def test_all_refusals_are_reported_in_one_run_in_the_order_of_lines(compiler: Compiler) -> None:
    compiled = compiler.compile(
        "valuetype Later; interface Sooner;\n"
        "struct S {\n  Later first;\n  Sooner second;\n  long fine;\n};\n"
        "custom valuetype V { public Later inside; };\n"
        "interface I {\n  void f(in Later x, in V y);\n};\n"
    )

    refusals = [each for each in compiled.complaints if "cannot map" in each]
    assert [each.partition(":")[2].partition(";")[0] for each in refusals] == [
        "3: cannot map valuetype Later without a definition",
        "4: cannot map interface Sooner without a definition",
        "7: cannot map custom valuetype V",
        "9: cannot map valuetype Later without a definition",
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


def test_an_included_construct_that_nobody_uses_is_no_matter(compiler: Compiler) -> None:
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

    refused = compiler.compile("valuetype F; struct S { F x; };")

    assert refused.status != 0
    assert refused.text("it.hpp") == before
    assert refused.files == ["it.cpp", "it.hpp", "it_poa.hpp"]
