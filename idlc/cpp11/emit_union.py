# SPDX-License-Identifier: Apache-2.0
"""Unions: a class with a discriminator and one member, and how it travels."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.lines import Lines, class_head, default_constructor, indented, listed, separated
from cpp11.literals import literal_of, text
from cpp11.names import identifier, local, qualified
from cpp11.types import by_value, spelled


def union(each: m.Union, nested: Lines, in_class: bool) -> Lines:
    """The class; `nested` is what the union declares besides branches."""
    name = local(each.name)
    public = separated(
        [
            nested,
            [default_constructor(name, in_class)],
            _discriminator(each),
            *[_accessors(each, index) for index in range(len(each.branches))],
            _empty(each),
            _written(each),
            [
                f"friend bool operator==(const {name}&, const {name}&) = default;",
                f"friend void swap({name}& _left, {name}& _right) noexcept {{",
                "  std::ranges::swap(_left._disc, _right._disc);",
                "  std::ranges::swap(_left._held, _right._held);",
                "}",
                *_swap_member(each),
            ],
            _inside(each),
        ]
    )
    members = [spelled(branch.member.type) for branch in each.branches]
    if each.may_be_empty:
        members.append("std::monostate")
    fields = [
        f"{spelled(each.discriminator)} _disc = {_first_label(each)};",
        *listed("orbweaver::corba::Branches<", members, f"> _held{{{_in_place(each)}}};"),
    ]
    return [
        class_head(each.name, []),
        " public:",
        *indented(public),
        "",
        " private:",
        *indented(fields),
        "};",
    ]


def codec(each: m.Union) -> Lines:
    """The functions of the union's codec, inside namespace orbweaver::cdr."""
    type_ = qualified(each.name)
    names = [identifier(branch.member.name) for branch in each.branches]
    return [
        f"void Codec<{type_}>::encode(Encoder& encoder, const {type_}& value) {{",
        "  cdr::encode(encoder, value._d());",
        "  switch (value._branch()) {",
        *[
            f"    case {index}: return cdr::encode(encoder, value.{name}());"
            for index, name in enumerate(names)
        ],
        "    default: return;",
        "  }",
        "}",
        f"void Codec<{type_}>::decode(Decoder& decoder, {type_}& value) {{",
        *(
            ["  const Nesting nesting{decoder};  // beyond the limit the decoder has failed"]
            if each.recursive
            else []
        ),
        f"  const auto label = cdr::decode<{spelled(each.discriminator)}>(decoder);",
        "  if (!decoder.ok()) return void(value = {});",
        f"  switch ({type_}::_branch_of(label)) {{",
        *[
            f"    case {index}: return cdr::decode(decoder, value._select<{index}>(label));"
            for index in range(len(names))
        ],
        f"    default: {_otherwise(each)}",
        "  }",
        "}",
    ]


def _otherwise(each: m.Union) -> str:
    if each.may_be_empty:
        return f"value._select<{len(each.branches)}>(label);"
    return "decoder.fail(DecodeError::bad_enumerator);"


def _first_label(each: m.Union) -> str:
    first = _first_branch(each)
    labels = each.branches[first].labels if first < len(each.branches) else ()
    return literal_of(labels[0] if labels else _free(each), each.kind)


def _in_place(each: m.Union) -> str:
    return f"std::in_place_index<{_first_branch(each)}>"


def _first_branch(each: m.Union) -> int:
    """Which member a new union has. OMG IDL-to-C++11, 6.14: the default; none, if there is an
    implicit default; else the first."""
    if each.may_be_empty:
        return len(each.branches)
    return next((index for index, branch in enumerate(each.branches) if branch.is_default), 0)


def _free(each: m.Union) -> m.Value:
    if each.free is None:  # the front end refuses such a default branch
        raise AssertionError(f"{each.name}: a default branch that no value selects")
    return each.free


def _discriminator(each: m.Union) -> Lines:
    type_ = spelled(each.discriminator)
    return [
        f"[[nodiscard]] {type_} _d() const noexcept {{ return _disc; }}",
        "/// Only to another value that selects the same member; else throws BAD_PARAM.",
        f"void _d({type_} label) {{",
        "  orbweaver::corba::check_label(_branch_of(label) == _held.index());",
        "  _disc = label;",
        "}",
    ]


def _accessors(each: m.Union, index: int) -> Lines:
    branch = each.branches[index]
    name, type_ = identifier(branch.member.name), spelled(branch.member.type)
    value = branch.member.type
    read = type_ if by_value(value) else f"const {type_}&"
    lines = [
        f"[[nodiscard]] {read} {name}() const {{ return _held.get<{index}>(); }}",
        f"[[nodiscard]] {type_}& {name}() {{ return _held.get<{index}>(); }}",
        *_modifier(each, index, read, "value"),
    ]
    if not by_value(value):
        lines += _modifier(each, index, f"{type_}&&", "std::move(value)")
    return lines


def _modifier(each: m.Union, index: int, type_: str, value: str) -> Lines:
    branch = each.branches[index]
    name = identifier(branch.member.name)
    first = literal_of(branch.labels[0] if branch.labels else _free(each), each.kind)
    if len(branch.labels) == 1 and not branch.is_default:
        return [
            f"void {name}({type_} value) {{",
            f"  _held.set<{index}>({value});",
            f"  _disc = {first};",
            "}",
        ]
    label = f"{spelled(each.discriminator)} label = {first}"
    return [
        f"void {name}({type_} value, {label}) {{",
        f"  orbweaver::corba::check_label(_branch_of(label) == {index});",
        f"  _held.set<{index}>({value});",
        "  _disc = label;",
        "}",
    ]


def _empty(each: m.Union) -> Lines:
    if not each.may_be_empty:
        return []
    last = len(each.branches)
    return [
        "/// No member: a label that none of them has.",
        "void _default() {",
        f"  _held.emplace<{last}>();",
        f"  _disc = {literal_of(_free(each), each.kind)};",
        "}",
    ]


def _swap_member(each: m.Union) -> Lines:
    if any(branch.member.name == "swap" for branch in each.branches):
        return []
    name = local(each.name)
    return [f"void swap({name}& _other) noexcept {{ std::ranges::swap(*this, _other); }}"]


def _written(each: m.Union) -> Lines:
    """What writes the union as text."""
    names = [text(branch.member.name) for branch in each.branches]
    if each.may_be_empty:
        names.append('""')
    return [
        "[[nodiscard]] const char* _branch_name() const noexcept {",
        *listed("  static constexpr const char* _names[] = {", names, "};"),
        "  return _names[_held.index()];",
        "}",
        "template <class Visitor>",
        "void _visit_branch(Visitor&& _visitor) const {",
        "  _held.visit(_visitor);",
        "}",
    ]


def _inside(each: m.Union) -> Lines:
    """What the codec needs. IDL cannot declare names of this form."""
    type_ = spelled(each.discriminator)
    cases = [
        f"    case {_case(label, each.kind)}: return {index};"
        for index, branch in enumerate(each.branches)
        for label in branch.labels
    ]
    defaults = [index for index, branch in enumerate(each.branches) if branch.is_default]
    otherwise = defaults[0] if defaults else len(each.branches)
    switched = "static_cast<int>(label)" if each.kind == "boolean" else "label"
    return [
        "[[nodiscard]] std::size_t _branch() const noexcept { return _held.index(); }",
        f"[[nodiscard]] static constexpr std::size_t _branch_of({type_} label) noexcept {{",
        f"  switch ({switched}) {{",
        *cases,
        f"    default: return {otherwise};",
        "  }",
        "}",
        "template <std::size_t Branch>",
        f"auto& _select({type_} label) {{",
        "  _disc = label;",
        "  return _held.emplace<Branch>();",
        "}",
    ]


def _case(label: m.Value, kind: str) -> str:
    return str(int(label)) if isinstance(label, bool) else literal_of(label, kind)
