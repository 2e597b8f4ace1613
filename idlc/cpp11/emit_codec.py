# SPDX-License-Identifier: Apache-2.0
"""How structs, enums and exceptions travel: specialisations of orbweaver::cdr::Codec."""

from __future__ import annotations

from cpp11 import emit_union
from cpp11 import model as m
from cpp11.emit_types import accessor_in
from cpp11.lines import Lines, indented
from cpp11.names import qualified
from cpp11.types import spelled

Aggregate = m.Struct | m.Union | m.Exception_
Encodable = Aggregate | m.Enum


def declaration(each: Encodable) -> Lines:
    """The specialisation, for the header."""
    return _enum(each) if isinstance(each, m.Enum) else _aggregate(each)


def definition(each: Aggregate) -> Lines:
    """The functions of a codec, inside namespace orbweaver::cdr."""
    if isinstance(each, m.Union):
        return emit_union.codec(each)
    type_ = qualified(each.name)
    names = [accessor_in(each, member.name) for member in each.members]
    encode, decode = (
        [f"cdr::{call}({call}r, value.{name}());" for name in names]
        for call in ("encode", "decode")
    )
    if isinstance(each, m.Struct) and each.recursive:
        decode = ["const Nesting nesting{decoder};", "if (!nesting) return;", *decode]
    return [
        *_function(f"void Codec<{type_}>::encode", "Encoder& encoder", f"const {type_}&", encode),
        *_function(f"void Codec<{type_}>::decode", "Decoder& decoder", f"{type_}&", decode),
    ]


def _function(head: str, coder: str, value: str, body: Lines) -> Lines:
    if not body:
        return [f"{head}({coder.split(maxsplit=1)[0]}, {value}) {{}}"]
    return [f"{head}({coder}, {value} value) {{", *indented(body), "}"]


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


def _aggregate(each: Aggregate) -> Lines:
    type_ = qualified(each.name)
    return [
        "template <>",
        f"struct orbweaver::cdr::Codec<{type_}> {{",
        *indented(_least_size(each)),
        f"  static void encode(Encoder& encoder, const {type_}& value);",
        f"  static void decode(Decoder& decoder, {type_}& value);",
        "};",
    ]


def _least_size(each: Aggregate) -> Lines:
    # Members without padding; an exception without members still counts as one byte. Of a union
    # the discriminator alone is sure to come.
    if isinstance(each, m.Union):
        types = [each.discriminator]
    else:
        types = [member.type for member in each.members]
    sizes = [f"Codec<{spelled(type_)}>::kLeastSize" for type_ in types] or ["1"]
    parts = [f"{size} +" for size in sizes[:-1]] + [f"{sizes[-1]};"]
    head = "static constexpr std::size_t kLeastSize ="
    return [f"{head} {parts[0]}"] if len(parts) == 1 else [head, *indented(parts, 4)]
