# SPDX-License-Identifier: Apache-2.0
"""Attributes that raise: what becomes of them, and that messages keep their places."""

import pytest
from compiler import Compiler

ERRORS = "exception A {}; exception B {}; module M { exception C {}; };\n"


def raised(source: str, wire_name: str) -> list[str]:
    """What the stub of an operation turns into an exception."""
    body = source.partition(f'"{wire_name}"')[2].partition("_call.invoke")[0]
    return [part.partition("}")[0].strip() for part in body.split("&orbweaver::corba::raise")[1:]]


@pytest.mark.parametrize(
    ("attribute", "getter", "setter"),
    [
        ("readonly attribute long x raises (A);", ["<::A>"], []),
        ("readonly attribute long x raises (A, ::M::C);", ["<::A>", "<::M::C>"], []),
        ("attribute long x getraises (A);", ["<::A>"], []),
        ("attribute long x setraises (B);", [], ["<::B>"]),
        ("attribute long x getraises (A) setraises (B, A);", ["<::A>"], ["<::B>", "<::A>"]),
        ("attribute\nunsigned\nlong\nx\ngetraises\n(A\n)setraises(B);", ["<::A>"], ["<::B>"]),
        ('attribute long x /* "; */ getraises // {\n (A);', ["<::A>"], []),
        ("attribute long _x getraises (A);", ["<::A>"], []),
        ("attribute unsigned long long x getraises(A);", ["<::A>"], []),
        ("attribute ::M::T x getraises(A);", ["<::A>"], []),
    ],
)
def test_the_clauses_belong_to_getter_and_setter(
    compiler: Compiler, attribute: str, getter: list[str], setter: list[str]
) -> None:
    compiled = compiler.compile(
        f"{ERRORS}module M {{ typedef long T; }};\ninterface I {{ {attribute} }};"
    )

    assert compiled.complaints == []
    assert raised(compiled.text("it.cpp"), "_get_x") == getter
    assert raised(compiled.text("it.cpp"), "_set_x") == setter
    assert "orbweaver_get" not in compiled.text("it.hpp")


def test_derived_interfaces_answer_for_the_attribute_once(compiler: Compiler) -> None:
    compiled = compiler.compile(
        f"{ERRORS}interface I {{ attribute long x getraises (A) setraises (B); }};\n"
        "interface D : I {}; local interface L : I {};"
    )

    assert compiled.complaints == []
    skeleton = compiled.text("it.cpp").partition("struct D::_operations")[2].partition("};")[0]
    assert skeleton.count('"_get_x"') == 1
    assert skeleton.count('"_set_x"') == 1


@pytest.mark.parametrize(
    ("idl", "line", "said"),
    [
        ("interface I {\n attribute long x\n  getraises (A,\n   Nowhere); };", 4, "'Nowhere'"),
        ("interface I {\n readonly attribute long x\n\n  raises (A,\n   I); };", 5, "'I'"),
        ("interface I {\n attribute long x raises (A); };", 2, "Syntax error"),
        ("interface I {\n readonly attribute long x getraises (A); };", 2, "Syntax error"),
        ("interface I {\n attribute long x, y getraises (A); };", 2, "Syntax error"),
        ("interface I {\n attribute long x setraises (A) getraises (A); };", 2, "Syntax error"),
        ("interface I {\n attribute long x getraises (); };", 2, "Syntax error"),
        ("interface I {\n attribute long getraises (A); };", 2, "Syntax error"),
        (
            "interface I {\n attribute long x getraises (A); };\nstruct S {\n Nowhere y; };",
            4,
            "'Nowhere'",
        ),
        (
            '# 70 "it.idl"\ninterface I {\n attribute long x\n getraises (Nowhere); };',
            72,
            "'Nowhere'",
        ),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(
    compiler: Compiler, idl: str, line: int, said: str
) -> None:
    compiled = compiler.compile(f"exception A {{}}; {idl}" if "# 70" not in idl else idl)

    assert compiled.status != 0
    errors = [each for each in compiled.complaints if "Warning" not in each]
    assert errors[0].startswith(f"it.idl:{line}: "), compiled.complaints
    assert said in errors[0]
    assert compiled.files == []


def test_texts_and_names_that_look_like_clauses_stay(compiler: Compiler) -> None:
    compiled = compiler.compile(
        'const string S = "attribute long x getraises (A);";\n'
        "const char C = '\"';\n"
        "struct T { long getraises; };\n"
        "interface I { attribute long setraises; };\n"
    )

    assert compiled.status == 0, compiled.complaints
    assert "std::int32_t setraises();" in compiled.text("it.hpp")
    assert '"attribute long x getraises (A);"' in compiled.text("it.hpp")
