// SPDX-License-Identifier: Apache-2.0
#include "user_numbers.hpp"

#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/file.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace orbweaver::os {

namespace {

using Piece = std::array<char, 128>;

std::string_view begin_of(const char* path, Piece& piece) noexcept {
  const auto file = open_to_read(path);
  if (!file) return {};
  const auto size = read_some(file->get(), std::as_writable_bytes(std::span{piece}));
  return {piece.data(), size.value_or(0)};
}

// Takes the number off the text, and the blanks before it.
std::optional<std::uint32_t> take_number(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint32_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// Read once: each connection of this machine asks for it, and a system sets it when it starts.
uid_t number_of_users_without_one() noexcept {
  static const uid_t the_number = [] {
    constexpr uid_t kUsual = 65534;
    Piece piece;
    auto text = begin_of("/proc/sys/kernel/overflowuid", piece);
    return take_number(text).value_or(kUsual);
  }();
  return the_number;
}

// user_namespaces(7): a line "INSIDE OUTSIDE COUNT". Outside every user namespace it is 0 0
// 4294967295.
bool has_each_user_a_number() noexcept {
  constexpr std::uint32_t kAll = 4294967295;
  Piece piece;
  auto text = begin_of("/proc/self/uid_map", piece);
  const auto inside = take_number(text), outside = take_number(text), count = take_number(text);
  return inside == 0U && outside == 0U && count == kAll;
}

}  // namespace

bool may_be_several_users(uid_t user) noexcept {
  return user == number_of_users_without_one() && !has_each_user_a_number();
}

}  // namespace orbweaver::os
