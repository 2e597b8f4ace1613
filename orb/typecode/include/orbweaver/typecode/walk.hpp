// SPDX-License-Identifier: Apache-2.0
// Walks through a value by its TypeCode: to find its end, or to copy it in another byte order or
// alignment. Makes every check that a typed decoder makes.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/typecode/node.hpp>

namespace orbweaver::typecode {

/// Steps over a value. Fails the decoder if the bytes are no such value, if the value is nested
/// more deeply than DecodeLimits allow, or if it takes more steps than values of its size do.
void skip(cdr::Decoder& from, const TypeNode& type);
/// Like skip(), and writes the value to `to`, in the byte order and alignment of `to`. A value of a
/// derived type is truncated if its type is truncatable to `type`; otherwise it fails with
/// bad_type_code. Bytes that were written before a failure stay.
void copy(cdr::Decoder& from, cdr::Encoder& to, const TypeNode& type);

}  // namespace orbweaver::typecode
