// SPDX-License-Identifier: Apache-2.0
// What a bench client receives on standard input, one JSON object on each line, and what it
// answers. See peers/CONTRACT.md, "Bench programs".
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bench {

enum class Payload { octets, shorts, floats, doubles };
enum class Shape { sequence, array, basic };  // an array has kBlock elements, basic is one

inline constexpr std::size_t kBlock = 1024;

[[nodiscard]] std::size_t element_bytes(Payload payload) noexcept;

struct Command {
  std::string what;                   // the case: "twoway", "oneway", ...
  std::size_t bytes = 0;              // of payload; for `raw`: of the whole request on the wire
  std::size_t reply_bytes = 0;        // `raw` only: of the whole reply
  Payload payload = Payload::octets;  // type of the payload, where the peer knows types
  Shape shape = Shape::sequence;
  std::uint64_t calls = 1000;
  std::uint64_t warm_up = 0;   // calls before the first that counts
  std::uint64_t batch = 1;     // calls between two looks at the clock
  std::uint64_t keep = 0;      // single times to tell, besides the summary; 0: none
  std::uint64_t every_us = 0;  // between the beginnings of two calls; 0: each follows the last
  std::uint64_t threads = 1;   // that call at the same time; only in the case "together"
};

/// What one command found out. `durations_ns`: one value for each look at the clock, each of
/// `batch` calls; empty for a stream, where only the whole counts. `taken_ns`: from the call to the
/// receiver's processing thread; only of packets that go to a port.
struct Measured {
  std::uint64_t calls = 0;
  std::int64_t elapsed_ns = 0;
  std::uint64_t batch = 1;
  std::vector<std::int64_t> durations_ns = {};
  std::vector<std::int64_t> taken_ns = {};
  std::uint64_t elapsed_cycles = 0;  // ticks of the processor's counter in `elapsed_ns`; 0: no such
  std::size_t encoded_bytes = 0;     // of a program that encodes: what one value takes
};

using Cases = std::map<std::string, std::function<Measured(const Command&)>>;

/// Answers each line of standard input with one line, until it ends. What a case throws, and a line
/// that is no command, becomes an `error` line; the next command is answered all the same.
/// Returns the exit status.
int answer_commands(const std::string& name, const Cases& cases);

/// Fails: throws std::invalid_argument with what is wrong and how to fix it.
Command parse_command(const std::string& line);

nlohmann::ordered_json to_json(const Command& command, Measured measured);

/// Prints one line at once.
void print_line(const nlohmann::ordered_json& line);
void print_error(const std::string& name, const std::string& error);

}  // namespace bench
