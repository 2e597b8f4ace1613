// SPDX-License-Identifier: Apache-2.0
// Cuts a message into fragments. CORBA 3.3 Part 2, 9.4.9: Fragment Message. reassembler.hpp joins
// them.
//
// Only messages of GIOP 1.2 are cut. In 1.1 alignment starts anew in each fragment, and a fragment
// must not split a number. So only code that knows the types in the message could cut it; it is
// sent whole, as messages of 1.0 are.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <span>

namespace orbweaver::giop {

/// The smallest allowed size of fragments.
inline constexpr std::size_t kLeastFragment = 64;

/// Writes a finished message, given in pieces, to `out` as several messages of at most `most`
/// (>= kLeastFragment) bytes each, headers included. The sizes of all but the last are multiples of
/// 8. False, and nothing is written, if the message fits into one, or may not be cut.
[[nodiscard]] bool cut_into_fragments(cdr::Encoder& out, std::span<const Bytes> message,
                                      std::size_t most);

}  // namespace orbweaver::giop
