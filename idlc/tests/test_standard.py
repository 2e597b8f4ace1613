# SPDX-License-Identifier: Apache-2.0
"""The compiler knows what the ORB's headers declare in the modules that are its own."""

import re

import pytest
from compiler import PROJECT, Compiler

HEADERS = sorted(PROJECT.glob("orb/*/*/orbweaver/corba/**/*.hpp"))
MODULES = ("CORBA", "Messaging", "PortableServer", "RTCORBA")
DECLARED = re.compile(
    r"^(?:class|struct|enum class|using(?= \w+ =)|inline constexpr [\w:]+) ([A-Za-z]\w*)", re.M
)
EXCEPTION = re.compile(r"\bX\((\w+)\)")
FRONT_END = ("Any", "Exception", "Fixed", "Object", "TypeCode", "ValueBase")
"""The front end has them, or keywords like them."""
FROM_IDL = ("IDLType",)
"""The headers declare them ahead of what the IDL compiler makes."""


def declared(module: str) -> set[str]:
    """What the headers declare in the namespace of a module."""
    found: set[str] = set()
    for header in HEADERS:
        text = header.read_text()
        for body in re.findall(rf"^namespace {module} \{{\n(.*?)^\}}(?!;)", text, re.M | re.S):
            found.update(DECLARED.findall(body))
        if module == "CORBA" and "ORBWEAVER_SYSTEM_EXCEPTIONS(X)" in text:
            found.update(EXCEPTION.findall(text))
    return found.difference(FRONT_END, FROM_IDL)


@pytest.mark.parametrize("module", MODULES)
def test_idl_cannot_declare_them_anew(compiler: Compiler, module: str) -> None:
    names = sorted(declared(module))
    assert len(names) > 10

    body = "\n".join(f"  struct {name} {{ long x; }};" for name in names)
    compiled = compiler.compile(f"module {module} {{\n{body}\n}};\n")

    refused = [each.partition(f"cannot map {module}::")[2] for each in compiled.complaints]
    assert [each.partition(",")[0] for each in refused] == names


REPOSITORY = """
#include <ir.idl>
interface Query {
  readonly attribute CORBA::InterfaceDef language;
  void change(in CORBA::StructMemberSeq members, inout CORBA::UnionMember one);
};
"""


def test_the_interface_repository_is_an_included_file(compiler: Compiler) -> None:
    compiled = compiler.compile(REPOSITORY)

    assert compiled.complaints == []
    assert '#include "ir.hpp"' in compiled.text("it.hpp")


def test_a_member_of_a_type_needs_the_interface_repository(compiler: Compiler) -> None:
    compiled = compiler.compile("#include <orb.idl>\ntypedef CORBA::StructMemberSeq Members;")

    assert len(compiled.complaints) == 1
    assert "CORBA::IDLType without a definition" in compiled.complaints[0]


@pytest.mark.parametrize("order", [("orb.idl", "corbaidl.idl"), ("corbaidl.idl", "orb.idl")])
def test_ours_and_what_omniorb_calls_corbaidl_go_together(
    compiler: Compiler, order: tuple[str, str]
) -> None:
    compiler.put(
        "corbaidl.idl",
        """\
#ifndef _omniorb_corbaidl_idl_
#define _omniorb_corbaidl_idl_
#pragma prefix "omg.org"
module CORBA {
  typedef string Identifier;
  typedef sequence<octet> OctetSeq;
};
#endif
""",
    )
    lines = [f"#include <{name}>" for name in order]
    struct = "struct S { CORBA::Identifier name; CORBA::OctetSeq bytes; CORBA::TCKind kind; };"

    assert compiler.compile("\n".join([*lines, struct]), "-I.").complaints == []


def test_what_only_other_orbs_bring_along_is_refused(compiler: Compiler) -> None:
    compiler.put("boxes.idl", "module CORBA { valuetype StringValue string; };")
    compiled = compiler.compile('#include "boxes.idl"\nstruct S { CORBA::StringValue text; };')

    assert len(compiled.complaints) == 1
    assert "cannot map CORBA::StringValue" in compiled.complaints[0]
    assert "declare one of your own" in compiled.complaints[0]
