// SPDX-License-Identifier: Apache-2.0
// Shapes of operations: nothing at all, attributes, one-way, `inout` and `out`, many callers at
// once.
#include <chrono>
#include <limits>
#include <thread>

#include "cases.hpp"

namespace orbweaver::lab {

// Two-way questions are the only way to learn what one-way calls have done: no sleeping.
void wait_for_count(const Target& on, std::uint32_t expected) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (on.echo->count() != expected) {
    require(std::chrono::steady_clock::now() < deadline,
            "count is " + std::to_string(on.echo->count()) + " after 10 s, not " +
                std::to_string(expected));
    std::this_thread::yield();
  }
}

void require_still_serving(const Target& on) {
  require(on.echo->add(1, 1) == 2, "the next call on this connection went wrong");
}

namespace {

constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kHighest = std::numeric_limits<std::int32_t>::max();

std::string nothing(const Target& on) {
  on.echo->nothing();
  return "returned";
}

void write_and_read_label(const Target& on, const std::string& text) {
  on.echo->label(text);
  const auto read = on.echo->label();
  require(read == text, "wrote '" + text + "', read '" + read + "'");
}

std::string label(const Target& on) {
  for (const char* text : {"first", "", "third"}) write_and_read_label(on, text);
  return "3 labels written and read";
}

std::string poke_and_count(const Target& on) {
  on.echo->reset();
  require(on.echo->count() == 0, "count is not 0 after reset");
  constexpr std::uint32_t kPokes = 1000;
  for (std::uint32_t i = 0; i < kPokes; ++i) on.echo->poke(3);
  wait_for_count(on, 3 * kPokes);
  return "1000 one-way calls counted";
}

std::string add(const Target& on) {
  require(on.echo->add(40, 2) == 42, "40 + 2 is not 42");
  require(on.echo->add(kHighest, 1) == kLowest, "the sum does not wrap");
  return "2 sums";
}

std::string sum_and_difference(const Target& on) {
  std::int32_t a = 40;
  std::int32_t difference = 0;
  const auto sum = on.echo->sum_and_difference(a, 2, difference);
  require(sum == 42, "returned " + std::to_string(sum) + ", not 42");
  require(a == 42, "left " + std::to_string(a) + " in a, not 42");
  require(difference == 38, "left " + std::to_string(difference) + " in difference, not 38");
  return "return, inout and out";
}

std::string swap_text(const Target& on) {
  std::string left = "left";
  std::string right;
  Lab::Strings both;
  on.echo->swap_text(left, right, both);
  require(left.empty() && right == "left", "the texts were not exchanged");
  require(both == Lab::Strings{"left", ""}, "both does not hold the texts as they were passed");
  return "inout and out strings";
}

std::string call_in_a_row(const Target& on, std::int32_t first, std::int32_t calls) {
  try {
    for (std::int32_t sent = first; sent < first + calls; ++sent)
      require(on.echo->echo_long(sent) == sent, "a caller got another caller's reply");
  } catch (const std::exception& failure) {
    return failure.what();
  }
  return {};
}

std::string concurrent_callers(const Target& on) {
  constexpr int kCallers = 4;
  constexpr std::int32_t kCalls = 250;
  std::vector<std::string> problems(kCallers);
  {
    std::vector<std::jthread> callers;
    callers.reserve(kCallers);
    for (int caller = 0; caller < kCallers; ++caller)
      callers.emplace_back([&on, &problem = problems[static_cast<std::size_t>(caller)], caller] {
        problem = call_in_a_row(on, caller * kCalls, kCalls);
      });
  }
  for (const auto& problem : problems) require(problem.empty(), problem);
  return "4 threads of 250 calls";
}

std::string shutdown(const Target& on) {
  on.echo->shutdown();
  return "the server was ordered to end, and replied";
}

}  // namespace

std::vector<Case> ending_cases() { return {{"shutdown", shutdown}}; }

std::vector<Case> operation_cases() {
  return {{"nothing", nothing},
          {"label", label},
          {"poke_and_count", poke_and_count},
          {"add", add},
          {"sum_and_difference", sum_and_difference},
          {"swap_text", swap_text},
          {"concurrent_callers", concurrent_callers}};
}

}  // namespace orbweaver::lab
