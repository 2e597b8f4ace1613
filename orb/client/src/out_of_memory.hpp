// SPDX-License-Identifier: Apache-2.0
// Outcomes of calls for which there is no memory.
#pragma once
#include <orbweaver/wire/failure.hpp>

#include <new>
#include <type_traits>
#include <utility>

namespace orbweaver::client {

/// The failure of a call for which there is no memory. The request may have run.
[[nodiscard]] inline wire::CallFailure out_of_memory() noexcept {
  return {wire::SystemExceptionKind::no_resources,
          wire::Minor::unspecified,
          giop::Completion::maybe,
          {}};
}

/// Returns the value of `make`, a failure or a result; out_of_memory() if `make` throws
/// std::bad_alloc.
template <class Make>
[[nodiscard]] auto unless_out_of_memory(Make make) noexcept -> decltype(make()) {
  using Value = decltype(make());
  try {
    return make();
  } catch (const std::bad_alloc&) {
    if constexpr (std::is_same_v<Value, wire::CallFailure>)
      return out_of_memory();
    else
      return unexpected(out_of_memory());
  }
}

}  // namespace orbweaver::client
