// SPDX-License-Identifier: Apache-2.0
// Refuses threads that must not wait for requests to end.
#pragma once
#include <string_view>

namespace orbweaver::corba {

/// Throws BAD_INV_ORDER (OMG minor 3) if the calling thread carries out a request, which would wait
/// for itself. `instead` says what to do.
void require_no_servant(std::string_view instead);

}  // namespace orbweaver::corba
