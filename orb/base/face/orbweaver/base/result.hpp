// SPDX-License-Identifier: Apache-2.0
// The outcome of an operation that may fail: a value or a named error. Below orb/corba nothing but
// orb/options and orb/values throws.
#pragma once
#include <expected>

namespace orbweaver {

/// A value, or why there is none. The function that returns it documents its errors ("Fails:").
template <class T, class E>
using Result = std::expected<T, E>;

using std::unexpected;

}  // namespace orbweaver
