# SPDX-License-Identifier: Apache-2.0
"""Parts of the mapping, each by what it generates."""

from pathlib import Path

import pytest
from compiler import Compiler

_LEAST = "inline constexpr std::int64_t T = -9223372036854775807LL - 1;"
_ONE = "inline constexpr std::int32_t T = 1;"


@pytest.mark.parametrize(
    ("idl", "cpp"),
    [
        ("typedef boolean T;", "using T = bool;"),
        ("typedef char T;", "using T = char;"),
        ("typedef octet T;", "using T = std::uint8_t;"),
        ("typedef short T;", "using T = std::int16_t;"),
        ("typedef unsigned short T;", "using T = std::uint16_t;"),
        ("typedef long T;", "using T = std::int32_t;"),
        ("typedef unsigned long T;", "using T = std::uint32_t;"),
        ("typedef long long T;", "using T = std::int64_t;"),
        ("typedef unsigned long long T;", "using T = std::uint64_t;"),
        ("typedef float T;", "using T = float;"),
        ("typedef double T;", "using T = double;"),
        ("typedef wchar T;", "using T = wchar_t;"),
        ("typedef long double T;", "using T = long double;"),
        ("typedef string T;", "using T = std::string;"),
        ("typedef wstring T;", "using T = std::wstring;"),
        ("typedef string<7> T;", "using T = ::IDL::bounded_string<7>;"),
        ("typedef wstring<7> T;", "using T = ::IDL::bounded_wstring<7>;"),
        ("const long N = 2; typedef string<N * 3> T;", "using T = ::IDL::bounded_string<6>;"),
        ("typedef sequence<long, 4> T;", "using T = ::IDL::bounded_vector<std::int32_t, 4>;"),
        (
            "typedef sequence<sequence<string<9>, 3>, 4> T;",
            "using T = ::IDL::bounded_vector<"
            "::IDL::bounded_vector<::IDL::bounded_string<9>, 3>, 4>;",
        ),
        ("typedef string<3000000000> T;", "using T = ::IDL::bounded_string<3000000000>;"),
        (
            "typedef sequence<octet, 4294967295> T;",
            "using T = ::IDL::bounded_vector<std::uint8_t, 4294967295>;",
        ),
        ("typedef fixed<5, 2> T;", "using T = ::IDL::Fixed<5, 2>;"),
        ("const fixed T = 3.14d;", 'inline const ::IDL::Fixed<3, 2> T{"3.14"};'),
        ("const fixed T = -0.50d;", 'inline const ::IDL::Fixed<1, 1> T{"-0.5"};'),
        ("typedef fixed<4, 1> F; const F T = 1.5d;", 'inline const ::F T{"1.5"};'),
        ("valuetype V { private long x; }; typedef V T;", "using T = ::V;"),
        (
            "typedef sequence<ValueBase> T;",
            "using T = std::vector<::CORBA::object_reference<::CORBA::ValueBase>>;",
        ),
        ("native T;", "using T = ::IDL::native;"),
        ("local interface I {}; typedef I T;", "using T = ::I;"),
        ("typedef sequence<string> T;", "using T = std::vector<std::string>;"),
        ("typedef long T[2][3];", "using T = std::array<std::array<std::int32_t, 3>, 2>;"),
        ("typedef sequence<octet> T[2];", "using T = std::array<std::vector<std::uint8_t>, 2>;"),
        ("typedef Object T;", "using T = ::CORBA::Object;"),
        ("interface I {}; typedef I T;", "using T = ::I;"),
        (
            "interface I {}; typedef I A; typedef sequence<A> T;",
            "using T = std::vector<::CORBA::object_reference<::A>>;",
        ),
        ("enum T { a, b };", "enum class T : std::uint32_t { a, b };"),
        ("const long T = 1 + 2 * 3;", "inline constexpr std::int32_t T = 7;"),
        ("const long T = 0x10 | 1;", "inline constexpr std::int32_t T = 17;"),
        ("const boolean T = TRUE;", "inline constexpr bool T = true;"),
        ("const char T = '\\n';", "inline constexpr char T = '\\012';"),
        ('const string T = "a\\"b\\\\";', 'inline const std::string T = "a\\"b\\\\";'),
        ('const string T = "\xe9";', 'inline const std::string T = "\\351";'),
        ("const octet T = 7 << 5;", "inline constexpr std::uint8_t T = 224;"),
        ("const long long T = -4611686018427387904 * 2;", _LEAST),
        ("const wchar T = L'x';", "inline constexpr wchar_t T = L'x';"),
        ("const wchar T = L'\\u20ac';", "inline constexpr wchar_t T = L'\\u20ac';"),
        ("const wchar T = L'\\0';", "inline constexpr wchar_t T = L'\\000';"),
        (
            'const wstring T = L"a\\u20ac\\xe9z";',
            'inline const std::wstring T = L"a\\u20ac\\351z";',
        ),
        ('const string<3> T = "abc";', 'inline const ::IDL::bounded_string<3> T = "abc";'),
        ("module M { const long A = 6; }; const long T = M::A / 4;", _ONE),
        ("const float T = 0.5;", "inline constexpr float T = 0.5F;"),
        ("enum E { a, b }; const E T = b;", "inline constexpr ::E T = ::E::b;"),
        ("interface I { const long T = 1; };", "static constexpr std::int32_t T = 1;"),
        (
            'interface I { const string T = "x"; };',
            'inline static const std::string T = "x";',
        ),
    ],
)
def test_a_declaration_becomes(compiler: Compiler, idl: str, cpp: str) -> None:
    compiled = compiler.compile(idl)

    assert compiled.complaints == []
    assert cpp in [line.strip() for line in compiled.text("it.hpp").splitlines()]


@pytest.mark.parametrize(
    ("operation", "cpp"),
    [
        ("void f(in long x)", "void f(std::int32_t x);"),
        ("void f(in E x)", "void f(::E x);"),
        ("void f(in string x)", "void f(const std::string& x);"),
        ("void f(inout long x)", "void f(std::int32_t& x);"),
        ("void f(out string x)", "void f(std::string& x);"),
        ("string f()", "std::string f();"),
        ("Object f()", "::CORBA::object_reference<::CORBA::Object> f();"),
        ("void f(in I x)", "void f(::CORBA::object_reference<::I> x);"),
        ("void f(in Object x)", "void f(::CORBA::object_reference<::CORBA::Object> x);"),
        ("void f(inout I x)", "void f(::CORBA::object_reference<::I>& x);"),
        ("attribute long f", "void f(std::int32_t value);"),
        ("readonly attribute string f", "std::string f();"),
    ],
)
def test_an_operation_passes_its_parameters(compiler: Compiler, operation: str, cpp: str) -> None:
    compiled = compiler.compile(f"enum E {{ a }}; interface I {{ {operation}; }};")

    assert compiled.complaints == []
    assert f"  {cpp}" in compiled.text("it.hpp").splitlines()
    assert f"  virtual {cpp[:-1]} = 0;" in compiled.text("it_poa.hpp").splitlines()


def test_a_long_double_keeps_what_the_front_end_knows_of_it(compiler: Compiler) -> None:
    compiled = compiler.compile("const long double T = 0.5;")

    assert "inline constexpr long double T = 0.5L;" in compiled.text("it.hpp").splitlines()
    assert "long double constant truncated to double" in compiled.complaints[0]


KEYWORDS = "class delete xor requires co_await nullptr int errno".split()
NAMESPACES = "std orbweaver POA POA_views OBV obv".split()


@pytest.mark.parametrize("name", KEYWORDS)
def test_a_name_that_means_something_else_in_cpp_is_escaped(compiler: Compiler, name: str) -> None:
    compiled = compiler.compile(f"interface I {{ void {name}(); }};")

    assert f"  void _cxx_{name}();" in compiled.text("it.hpp").splitlines()
    assert f'{{"{name}", &I::_call_{name}}}' in compiled.text("it.cpp")


@pytest.mark.parametrize("name", NAMESPACES)
def test_only_a_type_or_a_module_would_hide_a_namespace_of_generated_code(
    compiler: Compiler, name: str
) -> None:
    compiled = compiler.compile(
        f"interface I {{ void {name}(); }};\nmodule M {{ struct {name} {{ long x; }}; }};"
    )

    lines = compiled.text("it.hpp").splitlines()
    assert f"  void {name}();" in lines
    assert f"class _cxx_{name} {{" in lines


def test_an_escaped_idl_name_loses_its_underscore(compiler: Compiler) -> None:
    compiled = compiler.compile("interface I { void _interface(); };")

    assert "  void interface();" in compiled.text("it.hpp").splitlines()


@pytest.mark.parametrize(
    ("idl", "repository_id"),
    [
        ("module M { interface I {}; };", "IDL:M/I:1.0"),
        ('#pragma prefix "acme.org"\nmodule M { interface I {}; };', "IDL:acme.org/M/I:1.0"),
        ('interface I {};\n#pragma ID I "DCE:12:1"\n', "DCE:12:1"),
        ("interface I {};\n#pragma version I 2.5\n", "IDL:I:2.5"),
        ('#pragma prefix "a"\n#pragma prefix ""\ninterface I {};', "IDL:I:1.0"),
    ],
)
def test_pragmas_make_the_repository_id(compiler: Compiler, idl: str, repository_id: str) -> None:
    compiled = compiler.compile(idl)

    assert f'_id = "{repository_id}";' in compiled.text("it.hpp")


def test_the_prefix_of_an_included_file_stays_there(compiler: Compiler) -> None:
    compiler.put("other.idl", '#pragma prefix "other.org"\ninterface O {};\n')

    compiled = compiler.compile('#include "other.idl"\ninterface I : O {};\n')

    assert '_id = "IDL:I:1.0"' in compiled.text("it.hpp")


def test_a_reopened_module_keeps_the_order_of_declarations(compiler: Compiler) -> None:
    compiled = compiler.compile(
        "module A { struct S { long x; }; };"
        "module B { typedef A::S T; }; module A { typedef B::T U; };"
    )

    lines = [line for line in compiled.text("it.hpp").splitlines() if "namespace" in line[:9]]
    assert lines[:3] == ["namespace A {", "namespace B {", "namespace A {"]


def test_the_table_of_operations_is_sorted_and_holds_inherited_ones_once(
    compiler: Compiler,
) -> None:
    compiled = compiler.compile(
        "interface Top { void zulu(); attribute long mid; };"
        "interface Left : Top { void alpha(); }; interface Right : Top { void Beta(); };"
        "interface Bottom : Left, Right { void omega(); };"
    )

    table = compiled.text("it.cpp").split("struct Bottom::_operations")[1].split("}};")[0]
    names = [line.strip()[2:].split('"')[0] for line in table.splitlines() if '{"' in line]
    assert names == ["Beta", "_get_mid", "_set_mid", "alpha", "omega", "zulu"]


def test_a_skeleton_implements_its_bases_and_object(compiler: Compiler) -> None:
    compiled = compiler.compile(
        "interface A {}; interface B : A {}; interface C : A {}; interface D : B, C {};"
    )

    body = compiled.text("it.cpp").split("bool D::_implements")[1].split("}")[0]
    known = [word for word in body.split() if word.endswith("::_id") or "::_id;" in word]
    assert known == ["::D::_id", "::B::_id", "::A::_id", "::C::_id", "::CORBA::Object::_id;"]


def test_output_is_ascii_whatever_the_source_says(compiler: Compiler) -> None:
    compiled = compiler.compile("// \xe9\xff\nconst string S = \"\xfc\";\nconst char C = '\xfc';")

    assert compiled.status == 0
    for name in compiled.files:
        assert Path(compiled.out / name).read_bytes().isascii()


def test_what_is_included_inside_a_module_lies_there(compiler: Compiler) -> None:
    compiler.put("included.idl", "struct S { long x; };\n")

    compiled = compiler.compile('module M {\n#include "included.idl"\n};\n')

    assert compiled.complaints == []
    assert "struct orbweaver::cdr::Codec<::M::S>" in compiled.text("it.hpp")
    assert "included.hpp" not in compiled.text("it.hpp")


@pytest.mark.parametrize(
    ("discriminator", "label", "free"),
    [
        ("short", "0", "1"),
        ("unsigned short", "0", "1"),
        ("long", "-1", "0"),
        ("unsigned long", "0", "1U"),
        ("long long", "0", "1LL"),
        ("unsigned long long", "18446744073709551615", "0ULL"),
        ("char", "'a'", "'\\000'"),
        ("boolean", "FALSE", "true"),
        ("E", "one", "::E::two"),
    ],
)
def test_a_union_without_a_default_is_empty_at_the_first_value_that_no_label_names(
    compiler: Compiler, discriminator: str, label: str, free: str
) -> None:
    compiled = compiler.compile(
        f"enum E {{ one, two }}; union U switch ({discriminator}) {{ case {label}: long x; }};"
    )

    assert compiled.complaints == []
    empty = compiled.text("it.hpp").split("void _default() {")[1].split("}")[0]
    assert f"_disc = {free};" in empty


def test_a_union_whose_labels_name_every_value_has_no_default(compiler: Compiler) -> None:
    compiled = compiler.compile(
        "union U switch (boolean) { case TRUE: long x; case FALSE: string y; };"
    )

    assert "_default()" not in compiled.text("it.hpp")


def test_a_local_interface_has_neither_stub_nor_skeleton(compiler: Compiler) -> None:
    compiled = compiler.compile("local interface L { long f(in long n); };")

    assert "virtual std::int32_t f(std::int32_t n) = 0;" in compiled.text("it.hpp")
    assert "L::f" not in compiled.text("it.cpp")
    assert "class L" not in compiled.text("it_poa.hpp")


def test_a_local_interface_carries_out_what_it_has_from_ordinary_ones(compiler: Compiler) -> None:
    compiled = compiler.compile(
        "interface A { void f(); }; interface B : A { attribute long g; };"
        "local interface L : B { void h(); };"
    )

    body = compiled.text("it.hpp").split("class L ")[1].split("};")[0]
    virtual = [line.split("(")[0].split()[-1] for line in body.splitlines() if "= 0;" in line]
    assert virtual == ["g", "g", "f", "h"]
