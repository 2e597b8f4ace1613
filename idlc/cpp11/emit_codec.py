"""How structs, enums and exceptions travel: specialisations of orbweaver::cdr::Codec."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.emit_types import accessor_in
from cpp11.lines import Lines, indented
from cpp11.names import qualified
from cpp11.types import spelled


def declaration(each: m.Struct | m.Enum | m.Exception_) -> Lines:
    """The specialisation, for the header."""
    return _enum(each) if isinstance(each, m.Enum) else _aggregate(each)


def definition(each: m.Struct | m.Exception_) -> Lines:
    """The functions of a struct's or exception's codec, inside namespace orbweaver::cdr."""
    type_ = qualified(each.name)
    names = [accessor_in(each, member.name) for member in each.members]
    return [
        *_function(f"void Codec<{type_}>::encode", "Encoder&", f"const {type_}&", "encode", names),
        *_function(f"void Codec<{type_}>::decode", "Decoder&", f"{type_}&", "decode", names),
    ]


def _function(head: str, encoder: str, value: str, call: str, names: list[str]) -> Lines:
    if not names:
        return [f"{head}({encoder}, {value}) {{}}"]
    coder = f"{call}r"
    calls = [f"cdr::{call}({coder}, value.{name}());" for name in names]
    return [f"{head}({encoder} {coder}, {value} value) {{", *indented(calls), "}"]


def _enum(each: m.Enum) -> Lines:
    type_ = qualified(each.name)
    last = len(each.enumerators) - 1
    return [
        "template <>",
        f"struct orbweaver::cdr::Codec<{type_}> {{",
        "  static constexpr std::size_t kLeastSize = 4;",
        f"  static void encode(Encoder& encoder, const {type_}& value) {{",
        "    encoder.put(static_cast<std::uint32_t>(value));",
        "  }",
        f"  static void decode(Decoder& decoder, {type_}& value) {{",
        "    const auto number = decoder.get<std::uint32_t>();",
        f"    if (number > {last}U) return decoder.fail(DecodeError::bad_enumerator);",
        f"    value = static_cast<{type_}>(number);",
        "  }",
        "};",
    ]


def _aggregate(each: m.Struct | m.Exception_) -> Lines:
    type_ = qualified(each.name)
    return [
        "template <>",
        f"struct orbweaver::cdr::Codec<{type_}> {{",
        *indented(_least_size(each)),
        f"  static void encode(Encoder& encoder, const {type_}& value);",
        f"  static void decode(Decoder& decoder, {type_}& value);",
        "};",
    ]


def _least_size(each: m.Struct | m.Exception_) -> Lines:
    # Members without padding; an exception without members still counts as one byte.
    sizes = [f"Codec<{spelled(member.type)}>::kLeastSize" for member in each.members] or ["1"]
    parts = [f"{size} +" for size in sizes[:-1]] + [f"{sizes[-1]};"]
    head = "static constexpr std::size_t kLeastSize ="
    return [f"{head} {parts[0]}"] if len(parts) == 1 else [head, *indented(parts, 4)]
