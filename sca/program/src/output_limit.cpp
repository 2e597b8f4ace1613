// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/output_limit.hpp>

#include <utility>

namespace orbweaver::program {

namespace {

constexpr Nanoseconds kSecond = std::chrono::seconds{1};

}  // namespace

void OutputLimit::pass(const std::string& name, std::string_view line, TimePoint at,
                       const Print& print) {
  const auto said = verdict(name, line.size(), at);
  if (!said.note.empty()) print(said.note);
  if (said.is_printed) print(line);
}

OutputLimit::Verdict OutputLimit::verdict(const std::string& name, std::size_t bytes,
                                          TimePoint at) {
  const std::scoped_lock lock{mutex_};
  if (seconds_.size() >= kMostKept && !seconds_.contains(name)) forget_others(at);
  auto& second = seconds_[name];
  std::size_t left_out = 0;
  if (at - second.began >= kSecond) left_out = std::exchange(second, {.began = at}).left_out;
  second.bytes += bytes + 1;
  const bool fits = ++second.lines <= allowance_.lines && second.bytes <= allowance_.bytes;
  if (!fits) {
    if (second.left_out++ > 0) return {false, {}};
    return {false, "it prints more than " + std::to_string(allowance_.lines) + " lines or " +
                       std::to_string(allowance_.bytes / 1024) +
                       " KiB in a second: the rest of this second is left out"};
  }
  if (left_out == 0) return {};
  return {true, std::to_string(left_out) + (left_out == 1 ? " line" : " lines") + " left out"};
}

void OutputLimit::forget_others(TimePoint at) {
  std::erase_if(seconds_, [&](const auto& second) { return at - second.second.began >= kSecond; });
}

}  // namespace orbweaver::program
