// SPDX-License-Identifier: Apache-2.0
// Frees values that hold each other in circles. A shared_ptr alone never frees them.
#pragma once
#include <orbweaver/cdr/value_reader.hpp>

namespace orbweaver::corba {

/// Frees the values of a message, which are ValueBases; for ValueReader::keep(). If the message was
/// refused, it takes all of them apart; otherwise those that only hold each other.
void release_circles(const cdr::ValueReader::KeptValues& values,
                     cdr::ValueReader::Outcome outcome) noexcept;

}  // namespace orbweaver::corba
