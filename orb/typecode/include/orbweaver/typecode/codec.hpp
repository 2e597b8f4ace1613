// TypeCodes as CDR. CORBA 3.3 Part 2, 9.3.5.1: TypeCode.
//
// A type that occurs again, or that contains itself, travels as an indirection: 0xffffffff and how
// far back it began, counted across encapsulations.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/typecode/type_code.hpp>

namespace orbweaver::typecode {

/// What a peer may send at most.
inline constexpr unsigned kMaxTypeDepth = 64;
inline constexpr std::size_t kMaxNodes = 4096;
inline constexpr std::size_t kMaxMembers = 65536;

/// Requires: the type is complete.
void encode(cdr::Encoder& encoder, const Node& node);
/// A label as a value of the discriminator `type`, which may be an alias.
void encode_label(cdr::Encoder& encoder, const Node& type, std::int64_t label);

/// The bits of a label. Fails the decoder if `type` is no discriminator.
[[nodiscard]] std::int64_t decode_label(cdr::Decoder& decoder, const Node& type);

/// tk_null and a failed decoder (bad_type_code, or what the bytes lack) if they are no TypeCode
/// within the limits: one that refers forward, to itself without an end, or between TypeCodes; with
/// a label twice, or one that its discriminator does not have.
[[nodiscard]] TypeCode decode(cdr::Decoder& decoder);

}  // namespace orbweaver::typecode
