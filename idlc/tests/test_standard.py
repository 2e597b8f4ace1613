"""The compiler knows what the ORB's headers declare in the modules that are its own."""

import re

import pytest
from compiler import PROJECT, Compiler

HEADERS = sorted((PROJECT / "orb/corba/include").rglob("*.hpp"))
MODULES = ("CORBA", "Messaging", "PortableServer", "RTCORBA")
DECLARED = re.compile(
    r"^(?:class|struct|enum class|using(?= \w+ =)|inline constexpr [\w:]+) ([A-Za-z]\w*)", re.M
)
EXCEPTION = re.compile(r"\bX\((\w+)\)")
FRONT_END = ("Any", "Exception", "Fixed", "Object", "TypeCode", "ValueBase")
"""The front end has them, or keywords like them."""


def declared(module: str) -> set[str]:
    """What the headers declare in the namespace of a module."""
    found: set[str] = set()
    for header in HEADERS:
        text = header.read_text()
        for body in re.findall(rf"^namespace {module} \{{\n(.*?)^\}}(?!;)", text, re.M | re.S):
            found.update(DECLARED.findall(body))
        if module == "CORBA" and "ORBWEAVER_SYSTEM_EXCEPTIONS(X)" in text:
            found.update(EXCEPTION.findall(text))
    return found.difference(FRONT_END)


@pytest.mark.parametrize("module", MODULES)
def test_idl_cannot_declare_them_anew(compiler: Compiler, module: str) -> None:
    names = sorted(declared(module))
    assert len(names) > 10

    body = "\n".join(f"  struct {name} {{ long x; }};" for name in names)
    compiled = compiler.compile(f"module {module} {{\n{body}\n}};\n")

    refused = [each.partition(f"cannot map {module}::")[2] for each in compiled.complaints]
    assert [each.partition(",")[0] for each in refused] == names
