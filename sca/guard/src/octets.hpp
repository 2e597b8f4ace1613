// SPDX-License-Identifier: Apache-2.0
// A message as octets: of a device with its guard, and with a host process. Both sides are of one
// build on one machine, so numbers are as they lie in memory, and a text or a list begins with its
// size.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace orbweaver::guard {

/// Appends to a message, member by member.
class OctetWriter {
 public:
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(const T& value) {
    append(std::as_bytes(std::span{&value, 1}));
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    append(as_bytes(text));
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    (*this)(values.size());
    for (const auto& value : values) (*this)(value);
  }
  void operator()(const std::optional<std::uint64_t>& value) {
    (*this)(value.has_value());
    (*this)(value.value_or(0));
  }

  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  std::vector<std::byte> bytes_;
};

/// Takes the members of a message, in the order in which they were written. Gives zeros and empty
/// texts once something was not there; is_done() says so.
class OctetReader {
 public:
  explicit OctetReader(Bytes bytes) : rest_(bytes) {}

  template <class T>
    requires std::is_arithmetic_v<T>
  void operator()(T& value) {
    const auto bytes = take(sizeof value);
    if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  }
  void operator()(bool& value) {
    unsigned char octet = 0;
    (*this)(octet);
    value = octet != 0;
  }
  template <class T>
    requires std::is_enum_v<T>
  void operator()(T& value) {
    std::underlying_type_t<T> number{};
    (*this)(number);
    value = static_cast<T>(number);
  }
  void operator()(std::string& text) { text = as_text(take(count())); }
  template <class T>
  void operator()(std::vector<T>& values) {
    const auto size = count();
    for (std::size_t i = 0; i < size && good_; ++i) (*this)(values.emplace_back());
  }
  void operator()(std::optional<std::uint64_t>& value) {
    bool present = false;
    std::uint64_t number = 0;
    (*this)(present);
    (*this)(number);
    value = present ? std::optional{number} : std::nullopt;
  }

  [[nodiscard]] bool is_done() const { return good_ && rest_.empty(); }

 private:
  // An element takes a byte at least.
  std::size_t count() {
    std::size_t size = 0;
    (*this)(size);
    good_ = good_ && size <= rest_.size();
    return good_ ? size : 0;
  }
  Bytes take(std::size_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  Bytes rest_;
  bool good_ = true;
};

}  // namespace orbweaver::guard
