# SPDX-License-Identifier: Apache-2.0
"""What -Wbviews adds, and that nothing changes without it."""

import pytest
from compiler import Compiler

SEQUENCES = """
typedef sequence<double> Doubles; typedef Doubles Alias; typedef octet Byte;
typedef sequence<Byte> Bytes; typedef sequence<boolean> Flags; typedef sequence<string> Words;
typedef Doubles Pair[2]; typedef long Point[2]; typedef sequence<Point> Points;
enum Kind { one, two }; typedef sequence<Kind> Kinds;
"""


def with_operation(operation: str) -> str:
    """An interface I with one operation."""
    return f"{SEQUENCES} interface I {{ {operation}; }};"


@pytest.mark.parametrize(
    ("operation", "stub", "servant"),
    [
        (
            "void f(in Doubles x)",
            "void f(orbweaver::corba::Elements<double> x);",
            "virtual void f(orbweaver::corba::View<double> x) = 0;",
        ),
        (
            "oneway void f(in Alias x)",
            "void f(orbweaver::corba::Elements<double> x);",
            "virtual void f(orbweaver::corba::View<double> x) = 0;",
        ),
        (
            "long f(in Bytes class, in Words w)",
            "std::int32_t f(orbweaver::corba::Elements<std::uint8_t> _cxx_class, "
            "const ::Words& w);",
            "virtual std::int32_t f(orbweaver::corba::View<std::uint8_t> _cxx_class, "
            "const ::Words& w) = 0;",
        ),
        (
            "attribute Doubles x",
            "void x(orbweaver::corba::Elements<double> value);",
            "virtual void x(orbweaver::corba::View<double> value) = 0;",
        ),
    ],
)
def test_an_operation_gets_a_second_form(
    compiler: Compiler, operation: str, stub: str, servant: str
) -> None:
    compiled = compiler.compile(with_operation(operation), "-Wbviews")

    assert compiled.complaints == []
    assert stub in compiled.text("it.hpp")
    _, views = compiled.text("it_poa.hpp").split("namespace POA_views {")
    assert servant in views


@pytest.mark.parametrize("type_", ["Flags", "Words", "Pair", "Points", "Point", "Kinds", "double"])
def test_what_cannot_be_viewed_changes_nothing(compiler: Compiler, type_: str) -> None:
    idl = with_operation(f"void f(in {type_} x)")
    plain = compiler.compile(idl)
    before = {name: plain.text(name) for name in plain.files}

    compiled = compiler.compile(idl, "-Wbviews")

    assert {name: compiled.text(name) for name in compiled.files} == before


@pytest.mark.parametrize("parameter", ["out Doubles x", "inout Doubles x"])
def test_only_in_parameters_are_viewed(compiler: Compiler, parameter: str) -> None:
    compiled = compiler.compile(with_operation(f"void f({parameter})"), "-Wbviews")

    assert "orbweaver::corba::Elements" not in compiled.text("it.hpp")


def test_without_the_option_nothing_is_added(compiler: Compiler) -> None:
    compiled = compiler.compile(with_operation("void f(in Doubles x)"))

    for name in compiled.files:
        assert "View" not in compiled.text(name)
        assert "POA_views" not in compiled.text(name)


def test_a_skeleton_of_views_derives_from_those_of_bases_that_have_views(
    compiler: Compiler,
) -> None:
    compiled = compiler.compile(
        SEQUENCES + "interface A { void f(in Doubles x); }; interface B { void g(); };"
        "interface C : A, B { void h(); };",
        "-Wbviews",
    )

    _, views = compiled.text("it_poa.hpp").split("namespace POA_views {")
    assert "class C : public virtual ::POA_views::A, public virtual ::POA::B {" in views
    assert "class B" not in views
