# SPDX-License-Identifier: Apache-2.0
"""Structs, exceptions, enums, aliases and constants as C++ declarations."""

from __future__ import annotations

from cpp11 import emit_typecode, emit_union
from cpp11 import model as m
from cpp11.lines import (
    Lines,
    class_head,
    default_constructor,
    fields,
    indented,
    listed,
    separated,
)
from cpp11.literals import literal, text
from cpp11.names import identifier, local, parts, qualified
from cpp11.types import by_value, spelled


def enum(each: m.Enum) -> Lines:
    """A scoped enumeration."""
    names = [identifier(name) for name in each.enumerators]
    return listed(f"enum class {local(each.name)} : std::uint32_t {{ ", names, " };")


def alias(each: m.Alias) -> Lines:
    """An alias. An interface's alias names the interface, not its reference."""
    match each.type:
        case m.Reference(interface):
            type_ = qualified(interface)
        case _:
            type_ = spelled(each.type)
    return [f"using {local(each.name)} = {type_};"]


def constant(each: m.Constant, in_class: bool) -> Lines:
    """A constant. A string is a std::string, so that it fits where the mapping takes one."""
    storage = "inline static " if in_class else "inline "
    if each.kind == "fixed":
        return [f"{storage}const {spelled(each.type)} {local(each.name)}{{{literal(each)}}};"]
    if each.kind in ("string", "wstring"):
        return [f"{storage}const {spelled(each.type)} {local(each.name)} = {literal(each)};"]
    storage = "static " if in_class else "inline "
    return [f"{storage}constexpr {spelled(each.type)} {local(each.name)} = {literal(each)};"]


def struct(each: m.Struct, in_class: bool = False) -> Lines:
    """A class with accessors, a constructor of all members, comparison and swap."""
    name = local(each.name)
    equal = f"friend bool operator==(const {name}&, const {name}&) = default;"
    public = separated(
        [
            nested_types(each.nested),
            _constructors(name, each.members, in_class),
            _accessors(each.members, _NOTHING),
            [equal, *_swap(name, each.members), *swap_member(name, each.members)],
            visited(each.members),
        ]
    )
    return [
        class_head(each.name, []),
        " public:",
        *indented(public),
        "",
        " private:",
        *indented(_fields(each.members)),
        "};",
    ]


def exception(each: m.Exception_) -> Lines:
    """A class that can be thrown, with the accessors of a struct."""
    name = local(each.name)
    identity = [
        f"static constexpr const char* _id = {text(each.repository_id)};",
        "[[nodiscard]] const char* _rep_id() const noexcept override;",
        "[[nodiscard]] const char* _name() const noexcept override;",
    ]
    public = separated(
        [
            nested_types(each.nested),
            identity,
            _constructors(name, each.members),
            _accessors(each.members, _INHERITED),
            _written(each),
        ]
    )
    private = ["", " private:", *indented(_fields(each.members))] if each.members else []
    head = class_head(each.name, ["public ::CORBA::UserException"])
    return [head, " public:", *indented(public), *private, "};"]


def swap_member(name: str, members: tuple[m.Member, ...]) -> Lines:
    """The mapping's other form of swap(), unless a member has its name."""
    if any(each.name == "swap" for each in members):
        return []
    return [f"void swap({name}& _other) noexcept {{ std::ranges::swap(*this, _other); }}"]


def visited(members: tuple[m.Member, ...]) -> Lines:
    """The function that shows all members to what writes them as text."""
    shown = listed("  _visitor(", list(fields(members).values()), ");")
    return [
        "template <class Visitor>",
        "void _visit(Visitor&& _visitor) const {",
        *shown,
        "}",
    ]


def _written(each: m.Exception_) -> Lines:
    if not each.members:
        return []
    return [f"void _write_members({_WRITER}) const override;", *visited(each.members)]


_WRITER = "orbweaver::corba::TextWriter& _writer"


def exception_definitions(each: m.Exception_) -> Lines:
    """The functions that anchor an exception's class in one object file."""
    name = "::".join(parts(each.name))
    written = [
        f"void {name}::_write_members({_WRITER}) const {{",
        "  orbweaver::corba::put_members(_writer, *this);",
        "}",
    ]
    return [
        f"const char* {name}::_rep_id() const noexcept {{ return _id; }}",
        f"const char* {name}::_name() const noexcept {{ return {text(each.name[-1])}; }}",
        *(written if each.members else []),
    ]


_SHORT = 90
_NOTHING: frozenset[str] = frozenset()
_INHERITED = frozenset({"what"})
"""Names of the functions that std::exception brings into an exception."""


def accessor(name: str, inherited: frozenset[str] = _INHERITED) -> str:
    """The accessors' name of an exception's member."""
    return f"_cxx_{name}" if name in inherited else identifier(name)


def accessor_in(owner: m.Struct | m.Exception_, name: str) -> str:
    """The accessors' name of a member of `owner`."""
    return accessor(name, _INHERITED if isinstance(owner, m.Exception_) else _NOTHING)


def constructed(each: m.Constructed, in_class: bool) -> Lines:
    """A struct, union or enum."""
    match each:
        case m.Struct():
            return struct(each, in_class)
        case m.Union():
            return emit_union.union(each, nested_types(each.nested), in_class)
        case m.Enum():
            return enum(each)


def native(each: m.Native) -> Lines:
    """A type of which the ORB knows nothing but that it cannot travel."""
    return [f"using {local(each.name)} = ::IDL::native;"]


def nested_types(declarations: tuple[m.Constructed, ...]) -> Lines:
    """What is declared inside another type."""
    return separated([_inner(each) for each in declarations])


def _inner(each: m.Constructed) -> Lines:
    return [*constructed(each, in_class=True), *emit_typecode.declaration(each, in_class=True)]


def _constructors(name: str, members: tuple[m.Member, ...], in_class: bool = False) -> Lines:
    default = default_constructor(name, in_class)
    if not members:
        return [default]
    field = fields(members)
    parameters = [f"{spelled(each.type)} {identifier(each.name)}" for each in members]
    initialisers = [f"{field[each.name]}({moved(each)})" for each in members]
    head = listed(f"explicit {name}(", parameters, ")")
    return [default, *head, *indented(initialised(initialisers), 4)]


def initialised(initialisers: list[str]) -> Lines:
    """A constructor's list of initialisers, and its empty body."""
    line = f": {', '.join(initialisers)} {{}}"
    if len(line) <= _SHORT:
        return [line]
    inner = [f"{each}," for each in initialisers[1:-1]] + [f"{initialisers[-1]} {{}}"]
    return [f": {initialisers[0]},", *indented(inner)] if len(initialisers) > 1 else [line]


def moved(member: m.Member) -> str:
    """A parameter of the member's name, for its last use."""
    name = identifier(member.name)
    return name if by_value(member.type) else f"std::move({name})"


def _accessors(members: tuple[m.Member, ...], inherited: frozenset[str]) -> Lines:
    field = fields(members)
    return separated(
        [_accessor(each, accessor(each.name, inherited), field[each.name]) for each in members]
    )


def _accessor(member: m.Member, name: str, field: str) -> Lines:
    type_ = spelled(member.type)
    change = f"[[nodiscard]] {type_}& {name}() noexcept {{ return {field}; }}"
    if by_value(member.type):
        return [
            f"[[nodiscard]] {type_} {name}() const noexcept {{ return {field}; }}",
            change,
            f"void {name}({type_} value) noexcept {{ {field} = value; }}",
        ]
    return [
        f"[[nodiscard]] const {type_}& {name}() const noexcept {{ return {field}; }}",
        change,
        f"void {name}(const {type_}& value) {{ {field} = value; }}",
        f"void {name}({type_}&& value) noexcept {{ {field} = std::move(value); }}",
    ]


def _swap(name: str, members: tuple[m.Member, ...]) -> Lines:
    swaps = [
        f"std::ranges::swap(_left.{each}, _right.{each});" for each in fields(members).values()
    ]
    head = f"friend void swap({name}& _left, {name}& _right) noexcept {{"
    return [head, *indented(swaps), "}"]


def _fields(members: tuple[m.Member, ...]) -> Lines:
    field = fields(members)
    return [f"{spelled(each.type)} {field[each.name]}{{}};" for each in members]
