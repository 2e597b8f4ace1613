"""What cannot be mapped is refused, all of it, by file, line and name; nothing is written."""

import pytest
from compiler import Compiler

CONSTRUCTS = [
    ("struct S {\n any x; };", 2, "any"),
    ("interface I {\n CORBA::TypeCode f(); };", 2, "TypeCode"),
    ("typedef\n wchar W;", 2, "wchar"),
    ("typedef\n wstring W;", 2, "wstring"),
    ("typedef\n wstring<3> W;", 2, "wstring"),
    ("exception E {\n long double x; };", 2, "long double"),
    ("typedef\n fixed<5, 2> F;", 2, "fixed"),
    ("const fixed F = 3.14d;", 1, "fixed"),
    ("const wchar W = L'x';", 1, "wchar"),
    ('const wstring W = L"x";', 1, "wstring"),
    ("const long double D = 1.5;", 1, "long double"),
    ("interface I {\n void f(\n in string<5> x); };", 3, "string<5>"),
    ('const string<5> S = "abc";', 1, "string<5>"),
    ("typedef\n sequence<long, 4> S;", 2, "a sequence bounded to 4"),
    ("typedef sequence<sequence<string<9> > > S;", 1, "string<9>"),
    ("module M {\n union U switch (long) { case 1: long x; }; };", 2, "union M::U"),
    ("valuetype V { private long x; };", 1, "valuetype V"),
    ("valuetype V;", 1, "valuetype V"),
    ("abstract valuetype V {};", 1, "valuetype V"),
    ("valuetype V long;", 1, "valuetype V"),
    ("interface I { void f(in ValueBase v); };", 1, "valuetype"),
    ("abstract interface I {};", 1, "abstract interface I"),
    ("local interface I {};", 1, "local interface I"),
    ("local interface I;", 1, "local interface I"),
    ("native N;", 1, "native N"),
    ('interface I {\n void f() context ("a"); };', 2, "the context clause of I::f"),
    ("struct S { sequence<S> rest; };", 1, "recursive struct S"),
    ("struct S;\nstruct S { long x; };", 1, "forward-declared struct S"),
    ("interface F;\ninterface I { void g(in F x); };", 2, "interface F without a definition"),
    ("interface POA {};", 1, "the name POA"),
    ("module M {\n module POA { const long X = 1; }; };", 2, "the name M::POA"),
    ("const double D = 1.0e308 * 10.0;", 1, "the value of D"),
    ("interface I {\n struct S { union U switch (long) { case 1: long x; } v; }; };", 2, "I::S::U"),
    ("typedef union U switch (long) { case 1: long x; } V;", 1, "union U"),
    ("interface I {\n attribute any x; };", 2, "any"),
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
        "struct S {\n  any first;\n  wchar second;\n  long fine;\n};\n"
        "union U switch (long) { case 1: any inside; };\n"
        "interface I {\n  void f(in any x, in wstring y);\n};\n"
    )

    assert [each.partition(":")[2].partition(";")[0] for each in compiled.complaints] == [
        "2: cannot map any",
        "3: cannot map wchar",
        "6: cannot map union U",
        "8: cannot map any",
        "8: cannot map wstring",
    ]


def test_what_uses_a_refused_declaration_of_the_same_file_is_not_refused_too(
    compiler: Compiler,
) -> None:
    compiled = compiler.compile(
        "union U switch (long) { case 1: long x; };\nstruct S { U v; };\ntypedef S T;\n"
    )

    assert len(compiled.complaints) == 1
    assert compiled.complaints[0].startswith("it.idl:1: cannot map union U;")


INCLUDED = """\
typedef any Anything;
struct Holder { sequence<Anything> things; };
exception Failed { Holder what; };
interface Source { void give(out Holder what); };
interface Derived : Source {};
local interface Near {};
interface Later;
interface Fine { Later get(); };
interface Later { attribute Fine back; };
struct Kind {
  wstring name;
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
        ("typedef Anything Mine;", "any (from included.idl:1);"),
        ("struct S { Holder h; };", "any (from included.idl:1);"),
        ("interface I { void f() raises (Failed); };", "any (from included.idl:1);"),
        ("interface I : Source {};", "any (from included.idl:1);"),
        ("interface I : Derived {};", "any (from included.idl:1);"),
        ("interface I { void f(in Derived d); };", "any (from included.idl:1);"),
        ("typedef sequence<Source> Many;", "any (from included.idl:1);"),
        ("interface I { void f(in Kind k); };", "wstring (from included.idl:10);"),
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


def test_an_include_inside_a_module_is_refused(compiler: Compiler) -> None:
    compiler.put("included.idl", "struct S { long x; };\n")

    compiled = compiler.compile('module M {\n#include "included.idl"\n};\n')

    assert compiled.status != 0
    assert "cannot map the #include of included.idl inside module M" in compiled.complaints[0]


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

    refused = compiler.compile("struct S { any x; };")

    assert refused.status != 0
    assert refused.text("it.hpp") == before
    assert refused.files == ["it.cpp", "it.hpp", "it_poa.hpp"]
