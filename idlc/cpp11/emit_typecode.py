# SPDX-License-Identifier: Apache-2.0
"""TypeCodes: constants in static tables, without any code that runs at start-up."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.lines import Lines, indented, listed, separated
from cpp11.literals import text
from cpp11.names import joined, parts, qualified
from cpp11.type_code_model import Anonymous, Basic, Entry, Named, Part, TypeCode

_CONSTANT = "orbweaver::corba::TypeCodeConstant"
_NODE = "orbweaver::typecode::TypeNode"
_KIND = "orbweaver::typecode::TypeKind"


def declaration(each: m.Declaration, in_class: bool) -> Lines:
    """The constant `_tc_Name` of a type, in the scope of the type."""
    # A forward declaration leaves it to the definition: a class declares a member once.
    if isinstance(each, m.Module | m.Constant) or (in_class and isinstance(each, m.Forward)):
        return []
    storage = "static" if in_class else "extern"
    return [f"{storage} const {_CONSTANT} _tc_{each.name[-1]};"]


def traits(type_codes: tuple[TypeCode, ...]) -> Lines:
    """Which constant belongs to which C++ type, for the header."""
    return separated([_trait(each) for each in type_codes if each.is_given_by_value])


def definitions(type_codes: tuple[TypeCode, ...]) -> Lines:
    """All constants, at global scope of the source."""
    tables = _Tables()
    constants = [tables.constant(each) for each in type_codes]
    private = ["namespace {", "", *tables.lines, "", "}  // namespace"] if tables.lines else []
    return separated([private, *constants])


def _trait(each: TypeCode) -> Lines:
    return trait_of(each.name)


def trait_of(name: m.Scoped) -> Lines:
    """Which constant belongs to one C++ type."""
    return [
        "template <>",
        f"struct orbweaver::corba::TypeCodeOf<{qualified(name)}> {{",
        f"  static constexpr const typecode::TypeNode& node = {_node_of(name)};",
        "};",
    ]


def _constant_of(name: m.Scoped) -> str:
    scope = qualified(name[:-1])
    return f"{scope}::_tc_{name[-1]}"


def _node_of(name: m.Scoped) -> str:
    return f"{_constant_of(name)}.node"


class _Tables:
    """What the constants point at: members, and types without a name. Named after the first
    constant that needs them, so that sources can be compiled as one."""

    def __init__(self) -> None:
        self.lines: Lines = []
        self._parts: dict[Part, str] = {}
        self._owner = ""

    def constant(self, each: TypeCode) -> Lines:
        """The definition of the constant of a named type."""
        self._owner = joined(each.name)
        fields = [f".kind = {_KIND}::{each.kind}"]
        fields.append(f".id = {text(each.repository_id)}")
        fields.append(f".name = {text(each.name[-1])}")
        if each.content:
            fields.append(f".content = {self._address(each.content)}")
        if each.entries:
            table = self._members(each)
            fields += [f".first_member = {table}", f".member_count = {len(each.entries)}"]
        if each.default_index >= 0:
            fields.append(f".default_index = {each.default_index}")
        if each.modifier:
            fields.append(f".modifier = {each.modifier}")
        name = "::".join([*parts(each.name[:-1]), f"_tc_{each.name[-1]}"])
        return listed(f"constinit const {_CONSTANT} {name}{{{{", fields, "}};")

    def _members(self, each: TypeCode) -> str:
        rows = [f"{{{self._row(entry)}}}," for entry in each.entries]
        name = f"_members_{self._owner}"
        self.lines += [
            f"constexpr orbweaver::typecode::Member {name}[] = {{",
            *indented(rows, 4),
            "};",
        ]
        return name

    def _row(self, entry: Entry) -> str:
        fields = [text(entry.name)]
        if entry.type:
            fields.append(self._address(entry.type))
        if entry.label:
            fields.append(_label(entry.label))
        return ", ".join(fields)

    def _address(self, part: Part) -> str:
        match part:
            case Basic(kind):
                return f"&orbweaver::typecode::basic<{_KIND}::{kind}>()"
            case Named(name):
                return f"&{_node_of(name)}"
            case Anonymous():
                if part not in self._parts:
                    self._parts[part] = self._anonymous(part)
                return f"&{self._parts[part]}"

    def _anonymous(self, part: Anonymous) -> str:
        fields = [f".kind = {_KIND}::{part.kind}", f".length = {part.length}"]
        if part.content:
            fields.append(f".content = {self._address(part.content)}")
        if part.scale:
            fields.append(f".scale = {part.scale}")
        name = f"_type_{self._owner}_{len(self._parts)}"
        self.lines += listed(f"constexpr {_NODE} {name}{{", fields, "};")
        return name


def _label(number: int) -> str:
    # The least value has no literal: its absolute value does not fit.
    return f"{number + 1}LL - 1" if number == -(2**63) else f"{number}LL"
