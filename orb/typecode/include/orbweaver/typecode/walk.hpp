// Walks a value by its TypeCode alone: to find its end, or to write it anew in another byte order
// or alignment. Every check that a typed decoder would make is made.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/typecode/node.hpp>

namespace orbweaver::typecode {

/// Steps over a value. Fails the decoder if the bytes are no such value, are nested deeper than
/// its DecodeLimits, or take more steps than their size can explain.
void skip(cdr::Decoder& from, const Node& type);
/// As skip(), and writes the value to `to`, in its byte order and alignment. A value type that is
/// truncatable to what `type` names is truncated; any other derived one fails (bad_type_code). What
/// was written before a failure stays.
void copy(cdr::Decoder& from, cdr::Encoder& to, const Node& type);

}  // namespace orbweaver::typecode
