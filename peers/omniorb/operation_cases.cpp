// SPDX-License-Identifier: Apache-2.0
// Shapes of operations: nothing at all, attributes, one-way, `inout` and `out`, many callers at
// once.
#include <chrono>
#include <cstring>
#include <limits>
#include <thread>

#include "cases.hpp"

namespace peer {
namespace {

constexpr CORBA::Long kLowest = std::numeric_limits<CORBA::Long>::min();
constexpr CORBA::Long kHighest = std::numeric_limits<CORBA::Long>::max();

std::string nothing(const Target& on) {
  on.echo->nothing();
  return "returned";
}

std::string label(const Target& on) {
  for (const char* text : {"first", "", "third"}) {
    on.echo->label(text);
    const CORBA::String_var read = on.echo->label();
    require(std::strcmp(read, text) == 0,
            std::string("wrote '") + text + "', read '" + read.in() + "'");
  }
  return "3 labels written and read";
}

/// One-way calls may still be under way when the next call returns.
void wait_for_count(const Target& on, CORBA::ULong expected) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (on.echo->count() != expected) {
    require(std::chrono::steady_clock::now() < deadline,
            "count is " + std::to_string(on.echo->count()) + " after 10 s, not " +
                std::to_string(expected));
    std::this_thread::yield();
  }
}

std::string poke_and_count(const Target& on) {
  on.echo->reset();
  require(on.echo->count() == 0, "count is not 0 after reset");
  constexpr CORBA::ULong kPokes = 1000;
  for (CORBA::ULong i = 0; i < kPokes; ++i) on.echo->poke(3);
  wait_for_count(on, 3 * kPokes);
  return "1000 one-way calls counted";
}

std::string add(const Target& on) {
  require(on.echo->add(40, 2) == 42, "40 + 2 is not 42");
  require(on.echo->add(kHighest, 1) == kLowest, "the sum does not wrap");
  return "2 sums";
}

std::string sum_and_difference(const Target& on) {
  CORBA::Long a = 40;
  CORBA::Long difference = 0;
  const CORBA::Long sum = on.echo->sum_and_difference(a, 2, difference);
  require(sum == 42, "returned " + std::to_string(sum) + ", not 42");
  require(a == 42, "left " + std::to_string(a) + " in a, not 42");
  require(difference == 38, "left " + std::to_string(difference) + " in difference, not 38");
  return "return, inout and out";
}

std::string swap_text(const Target& on) {
  CORBA::String_var left = CORBA::string_dup("left");
  CORBA::String_var right = CORBA::string_dup("");
  Lab::Strings_var both;
  on.echo->swap_text(left.inout(), right.inout(), both.out());
  require(std::strcmp(left, "") == 0 && std::strcmp(right, "left") == 0,
          "the texts were not exchanged");
  require(both->length() == 2, "both has " + std::to_string(both->length()) + " elements, not 2");
  require(std::strcmp(both[0u], "left") == 0 && std::strcmp(both[1u], "") == 0,
          "both does not hold the texts as they were passed");
  return "inout and out strings";
}

std::string concurrent_callers(const Target& on) {
  constexpr int kCallers = 4;
  constexpr CORBA::Long kCalls = 250;
  std::vector<std::string> problems(kCallers);
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&on, &problem = problems[caller], caller] {
      try {
        for (CORBA::Long call = 0; call < kCalls; ++call) {
          const CORBA::Long sent = caller * kCalls + call;
          require(on.echo->echo_long(sent) == sent, "a caller got another caller's reply");
        }
      } catch (const CORBA::Exception& failure) {
        problem = failure._name();
      } catch (const Failed& failure) {
        problem = failure.what();
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const std::string& problem : problems) require(problem.empty(), problem);
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

}  // namespace peer
