// SPDX-License-Identifier: Apache-2.0
// The name of a stream of samples, in place: copying one allocates nothing.
#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace orbweaver::packets {

/// Up to kLongest octets of any value. Empty: there is none.
class StreamId {
 public:
  /// The most octets of an id.
  static constexpr std::size_t kLongest = 63;

  constexpr StreamId() noexcept = default;
  /// Throws std::length_error for a longer text.
  template <class Text>
    requires std::convertible_to<const Text&, std::string_view>
  // NOLINTNEXTLINE(google-explicit-constructor): "tuner" is written where an id is wanted.
  constexpr StreamId(const Text& text) {
    assign(text);
  }

  /// Replaces the text. Throws std::length_error for a longer one; then it is as before.
  constexpr void assign(std::string_view text) {
    if (text.size() > kLongest) throw std::length_error("a stream id has at most 63 octets");
    std::ranges::copy(text, text_.begin());
    size_ = static_cast<std::uint8_t>(text.size());
  }

  /// Valid as long as this, and until assign().
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text_.data(), size_}; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  // NOLINTNEXTLINE(google-explicit-constructor): it is a text.
  /// Like view().
  constexpr operator std::string_view() const noexcept { return view(); }
  friend constexpr bool operator==(const StreamId& left, const StreamId& right) noexcept {
    return left.view() == right.view();
  }
  template <class Text>
    requires std::convertible_to<const Text&, std::string_view>
  friend constexpr bool operator==(const StreamId& left, const Text& right) noexcept {
    return left.view() == std::string_view{right};
  }

 private:
  std::array<char, kLongest> text_{};
  std::uint8_t size_ = 0;
};

}  // namespace orbweaver::packets
