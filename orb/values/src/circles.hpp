// Frees values that hold each other in circles. A shared_ptr alone never frees them.
#pragma once
#include <orbweaver/cdr/value_reader.hpp>

namespace orbweaver::corba {

/// For ValueReader::keep(); the values are ValueBases. Of a message that is refused it takes all
/// values apart; of one that was delivered those that only each other hold.
void release_circles(const cdr::ValueReader::KeptValues& values,
                     cdr::ValueReader::Outcome outcome) noexcept;

}  // namespace orbweaver::corba
