// SPDX-License-Identifier: Apache-2.0
#include <bench/command.hpp>

#include <cstdio>
#include <iostream>
#include <limits>
#include <set>
#include <stdexcept>

namespace bench {
namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostCalls = 1'000'000'000;
constexpr std::uint64_t kMostKept = 10'000;
constexpr std::uint64_t kMostEveryUs = 10'000'000;
constexpr std::uint64_t kMostThreads = 4096;

std::uint64_t number(const ordered_json& object, const char* key, std::uint64_t otherwise,
                     std::uint64_t least, std::uint64_t most) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  if (found->is_number_unsigned()) {
    const auto value = found->get<std::uint64_t>();
    if (value >= least && value <= most) return value;
  }
  throw std::invalid_argument("'" + std::string(key) + "' takes a whole number from " +
                              std::to_string(least) + " to " + std::to_string(most) + ", not " +
                              found->dump());
}

template <class Choice>
Choice choice(const ordered_json& object, const char* key, Choice otherwise,
              const std::vector<std::pair<std::string, Choice>>& known) {
  const auto found = object.find(key);
  if (found == object.end()) return otherwise;
  std::string names;
  for (const auto& [name, value] : known) {
    if (*found == name) return value;
    names += (names.empty() ? "" : ", ") + name;
  }
  throw std::invalid_argument("'" + std::string(key) + "' is one of " + names + ", not " +
                              found->dump());
}

Payload payload(const ordered_json& object) {
  return choice(object, "payload", Payload::octets,
                {{"octets", Payload::octets},
                 {"shorts", Payload::shorts},
                 {"floats", Payload::floats},
                 {"doubles", Payload::doubles}});
}

Shape shape(const ordered_json& object) {
  return choice(object, "shape", Shape::sequence,
                {{"sequence", Shape::sequence}, {"array", Shape::array}, {"basic", Shape::basic}});
}

void check_bytes(const Command& command) {
  const auto element = element_bytes(command.payload);
  if (command.bytes % element != 0)
    throw std::invalid_argument("'bytes' of this payload is a multiple of " +
                                std::to_string(element));
  const auto wanted = command.shape == Shape::basic ? element : kBlock * element;
  if (command.shape != Shape::sequence && command.bytes != wanted)
    throw std::invalid_argument("'bytes' of this shape is " + std::to_string(wanted));
}

void refuse_unknown_keys(const ordered_json& object) {
  static const std::set<std::string> known_keys{"case",  "bytes",    "reply_bytes", "payload",
                                                "shape", "calls",    "warm_up",     "batch",
                                                "keep",  "every_us", "threads"};
  for (const auto& item : object.items())
    if (!known_keys.contains(item.key()))
      throw std::invalid_argument("a command has no '" + item.key() + "'");
}

ordered_json parse_object(const std::string& line) {
  auto object = ordered_json::parse(line, nullptr, false);
  if (!object.is_object())
    throw std::invalid_argument(R"(a command is a JSON object as {"case":"twoway","calls":1000})");
  return object;
}

const std::function<Measured(const Command&)>& find(const Cases& cases, const std::string& what) {
  if (const auto found = cases.find(what); found != cases.end()) return found->second;
  std::string known;
  for (const auto& item : cases) known += (known.empty() ? "" : ", ") + item.first;
  throw std::invalid_argument("there is no case '" + what + "' here; known are " + known);
}

}  // namespace

std::size_t element_bytes(Payload payload) noexcept {
  switch (payload) {
    case Payload::octets:
      return 1;
    case Payload::shorts:
      return 2;
    case Payload::floats:
      return 4;
    case Payload::doubles:
      return 8;
  }
  return 1;
}

Command parse_command(const std::string& line) {
  const auto object = parse_object(line);
  refuse_unknown_keys(object);
  const auto what = object.find("case");
  if (what == object.end() || !what->is_string())
    throw std::invalid_argument("'case' is missing; it names what to measure");
  Command command{
      .what = what->get<std::string>(), .payload = payload(object), .shape = shape(object)};
  command.bytes = number(object, "bytes", 0, 0, kMostBytes);
  command.reply_bytes = number(object, "reply_bytes", command.bytes, 0, kMostBytes);
  command.calls = number(object, "calls", command.calls, 1, kMostCalls);
  command.warm_up = number(object, "warm_up", 0, 0, kMostCalls);
  command.batch = number(object, "batch", 1, 1, command.calls);
  command.keep = number(object, "keep", 0, 0, kMostKept);
  command.every_us = number(object, "every_us", 0, 0, kMostEveryUs);
  command.threads = number(object, "threads", 1, 1, kMostThreads);
  if (command.threads > 1 && command.what != "together")
    throw std::invalid_argument("'threads' is of the case 'together' alone");
  if (command.every_us > 0 && command.batch > 1)
    throw std::invalid_argument("'every_us' times each call: 'batch' is 1 with it");
  check_bytes(command);
  return command;
}

int answer_commands(const std::string& name, const Cases& cases) {
  for (std::string line; std::getline(std::cin, line);) {
    try {
      const auto command = parse_command(line);
      print_line(to_json(command, find(cases, command.what)(command)));
    } catch (const std::exception& failure) {
      print_error(name, failure.what());
    }
  }
  return 0;
}

void print_line(const ordered_json& line) {
  const auto text = line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_error(const std::string& name, const std::string& error) {
  print_line({{"event", "error"}, {"name", name}, {"error", error}});
}

}  // namespace bench
