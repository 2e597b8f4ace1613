// SPDX-License-Identifier: Apache-2.0
// TypeCodes as CDR. CORBA 3.3 Part 2, 9.3.5.1: TypeCode.
//
// If a type occurs again, or contains itself, an indirection stands for it: 0xffffffff and how far
// back the type began, counted across encapsulations.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/typecode/type_description.hpp>

namespace orbweaver::typecode {

/// The deepest type that a peer may send.
inline constexpr unsigned kMaxTypeDepth = 64;
inline constexpr std::size_t kMaxNodes = 4096;
inline constexpr std::size_t kMaxMembers = 65536;

/// Requires: the type is complete.
void encode(cdr::Encoder& encoder, const TypeNode& node);
/// Writes a label as a value of the discriminator `type`, which may be an alias.
void encode_label(cdr::Encoder& encoder, const TypeNode& type, std::int64_t label);

/// The bits of a label. Fails the decoder if `type` is no discriminator.
[[nodiscard]] std::int64_t decode_label(cdr::Decoder& decoder, const TypeNode& type);

/// Reads a TypeCode. If the bytes are wrong or beyond the limits, returns tk_null, and the decoder
/// has failed: bad_type_code, or the error in the bytes. Wrong are: an indirection that points
/// forward, to itself, or into another TypeCode; a label that occurs twice; a label that is no
/// value of its discriminator.
[[nodiscard]] TypeDescription decode(cdr::Decoder& decoder);

}  // namespace orbweaver::typecode
