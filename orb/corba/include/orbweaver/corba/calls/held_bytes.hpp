// How much memory a value holds: what a collocated one-way call counts towards its lane's byte
// watermark. Cheap rather than exact: sequences of primitive types and strings are exact, a
// sequence of anything else counts each element by itself, a structure counts as its size alone.
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

/// Of all arguments of a call.
template <class... Arguments>
[[nodiscard]] std::size_t held_by_all(const Arguments&... arguments) noexcept {
  return (std::size_t{0} + ... + held_bytes(arguments));
}

}  // namespace orbweaver::corba
