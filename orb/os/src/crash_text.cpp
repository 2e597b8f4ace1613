// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/crash_text.hpp>

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "elf_file.hpp"

namespace orbweaver::os {

namespace {

constexpr std::string_view kBegin = "crash: ";
constexpr std::size_t kMostShown = 6;
constexpr std::array<std::string_view, 5> kOfTheSystem{"libc.so", "libstdc++.so", "libgcc_s.so",
                                                       "libpthread", "ld-linux"};

struct StackFrame {
  std::string path;
  std::uintptr_t offset = 0;
  std::string symbol;  // empty: the program found no symbol
};

/// The name without parentheses, angle brackets and their contents: "Gain::process" of
/// "Gain::process(In<float> const&)".
std::string shortened(std::string_view name) {
  constexpr std::string_view kOperator = "operator", kNoNamespace = "(anonymous namespace)::";
  std::string text;
  int depth = 0;
  while (!name.empty()) {
    if (depth == 0 && name.starts_with(kNoNamespace)) {
      name.remove_prefix(kNoNamespace.size());
      continue;
    }
    const char c = name.front();
    const bool is_named_so = text.ends_with(kOperator) && (c == '(' || c == '<');
    if (depth == 0 && is_named_so) return text + std::string{c};
    if (c == '(' || c == '<') ++depth;
    if (depth == 0) text += c;
    if (c == ')' || c == '>') depth = std::max(0, depth - 1);
    name.remove_prefix(1);
  }
  return text;
}

/// Removes the return type, with which the name of a template's function begins.
std::string without_result(std::string name) {
  if (name.ends_with(" const")) name.resize(name.size() - 6);
  const auto space = name.rfind(' ');
  return space == std::string::npos || name.contains("operator") ? name : name.substr(space + 1);
}

/// Removes the mark of a clone. The compiler may split a function: "f.part.0" is shown as
/// "f [clone .part.0]".
std::string_view without_clone(std::string_view words) {
  return words.substr(0, words.find(" [clone"));
}

std::string in_words(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> words{
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free};
  return status == 0 && words ? without_result(shortened(without_clone(words.get()))) : symbol;
}

std::string_view file_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // all of it if there is no '/'
}

std::string hex_of(std::uintptr_t number) {
  std::array<char, 2 * sizeof number> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
  return "0x" + std::string{digits.data(), end};
}

/// Reads "/sdr/gain+0x1f2a _ZN4Gain7processEv".
std::optional<StackFrame> frame_of(std::string_view text) {
  StackFrame frame;
  const auto space = text.rfind(' ');
  if (space != std::string_view::npos && !text.substr(space).contains("0x")) {
    frame.symbol = text.substr(space + 1);
    text = text.substr(0, space);
  }
  const auto number = text.rfind("0x");
  if (number == std::string_view::npos) return std::nullopt;
  if (number > 0) frame.path = text.substr(0, number - 1);
  (void)std::from_chars(text.data() + number + 2, text.data() + text.size(), frame.offset, 16);
  return frame;
}

std::vector<StackFrame> frames_in(std::string_view line) {
  std::vector<StackFrame> frames;
  for (auto open = line.find(" ["); open != std::string_view::npos; open = line.find(" [")) {
    line.remove_prefix(open + 2);
    const auto close = std::min(line.find("] ["), line.rfind(']'));
    if (close == std::string_view::npos) break;  // the line was cut
    if (auto frame = frame_of(line.substr(0, close))) frames.push_back(*std::move(frame));
    line.remove_prefix(close);
  }
  return frames;
}

bool is_of_the_system(const StackFrame& frame) {
  const auto file = file_of(frame.path);
  return std::ranges::any_of(kOfTheSystem, [&](auto text) { return file.starts_with(text); });
}

std::string text_of(const StackFrame& frame) {
  if (frame.path.empty()) return hex_of(frame.offset) + ", where no code is";
  const auto place = std::string{file_of(frame.path)} + "+" + hex_of(frame.offset);
  const auto symbol = frame.symbol.empty()
                          ? std::string{ElfFile{frame.path.c_str()}.function_at(frame.offset)}
                          : frame.symbol;
  return symbol.empty() ? place : in_words(symbol) + " (" + place + ")";
}

}  // namespace

bool is_crash_line(std::string_view line) noexcept { return line.starts_with(kBegin); }

std::string readable_crash(std::string_view line) {
  if (!is_crash_line(line)) return std::string{line};
  auto frames = frames_in(line);
  auto readable_crash =
      "crashed by " + std::string{line.substr(kBegin.size(), line.find(" [") - kBegin.size())};
  if (!std::ranges::all_of(frames, is_of_the_system)) std::erase_if(frames, is_of_the_system);
  frames.resize(std::min(frames.size(), kMostShown));
  const char* before = " in ";
  for (const auto& frame : frames) readable_crash += std::exchange(before, " < ") + text_of(frame);
  return readable_crash;
}

}  // namespace orbweaver::os
