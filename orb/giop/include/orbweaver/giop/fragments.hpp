// Cuts a message into fragments. CORBA 3.3 Part 2, 9.4.9: Fragment Message. The way back:
// reassembler.hpp.
//
// Only in GIOP 1.2. In 1.1 a fragment is aligned by itself and must not part a number, so that only
// who knows the types in a message can cut it; such a message is sent whole, as one of 1.0 is.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <span>

namespace orbweaver::giop {

/// No fragment is allowed to be smaller.
inline constexpr std::size_t kLeastFragment = 64;

/// Writes a whole, finished message, given in pieces, into `out` as a row of messages of at most
/// `most` (>= kLeastFragment) bytes each, headers included. All but the last one are a multiple of
/// 8 long. False, and nothing is written, if it fits into one, or may not be cut.
[[nodiscard]] bool cut_into_fragments(cdr::Encoder& out, std::span<const Bytes> message,
                                      std::size_t most);

}  // namespace orbweaver::giop
