// SPDX-License-Identifier: Apache-2.0
// How much memory a value holds, which a collocated one-way call counts towards its lane's byte
// watermark. Strings and sequences of primitive types count exactly. Other sequences count each
// element. A structure counts as its sizeof alone, because that is cheap.
#pragma once
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace orbweaver::corba {

template <class T>
[[nodiscard]] std::size_t held_bytes(const T&) noexcept {
  return sizeof(T);
}
[[nodiscard]] inline std::size_t held_bytes(const std::string& text) noexcept {
  return sizeof(std::string) + text.size();
}
template <class T>
[[nodiscard]] std::size_t held_bytes(const std::vector<T>& sequence) noexcept {
  std::size_t bytes = sizeof(std::vector<T>);
  if constexpr (std::is_scalar_v<T>) return bytes + sequence.size() * sizeof(T);
  for (const auto& element : sequence) bytes += held_bytes(static_cast<const T&>(element));
  return bytes;
}

/// The sum for all arguments of a call.
template <class... Arguments>
[[nodiscard]] std::size_t held_by_all(const Arguments&... arguments) noexcept {
  return (std::size_t{0} + ... + held_bytes(arguments));
}

}  // namespace orbweaver::corba
