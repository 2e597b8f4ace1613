// SPDX-License-Identifier: Apache-2.0
#include "bench_calls.hpp"

#include <bench/measure.hpp>

namespace orbweaver::lab {
namespace {

using bench::Command;
using bench::Measured;
using bench::Payload;
using bench::Shape;

void give(const BenchReference& target, std::uint8_t value) { target->give_octet(value); }
void give(const BenchReference& target, std::int16_t value) { target->give_short(value); }
void give(const BenchReference& target, float value) { target->give_float(value); }
void give(const BenchReference& target, double value) { target->give_double(value); }

void push(const BenchReference& target, const Bench::Octets& values) {
  target->push_octets(values);
}
void push(const BenchReference& target, const Bench::Shorts& values) {
  target->push_shorts(values);
}
void push(const BenchReference& target, const Bench::Floats& values) {
  target->push_floats(values);
}
void push(const BenchReference& target, const Bench::Samples& values) { target->push(values); }

void push(const BenchReference& target, const Bench::OctetBlock& values) {
  target->push_octet_block(values);
}
void push(const BenchReference& target, const Bench::ShortBlock& values) {
  target->push_short_block(values);
}
void push(const BenchReference& target, const Bench::FloatBlock& values) {
  target->push_float_block(values);
}
void push(const BenchReference& target, const Bench::DoubleBlock& values) {
  target->push_double_block(values);
}

template <class T>
Measured time_block(const BenchReference& target, const Command& command) {
  std::array<T, bench::kBlock> values{};
  values.fill(T{1});
  return bench::time_calls(command, [&] { push(target, values); });
}

template <class T>
Measured time_sequence(const BenchReference& target, const Command& command) {
  const std::vector<T> values(command.bytes / sizeof(T), T{1});
  return bench::time_calls(command, [&] { push(target, values); });
}

template <class T>
Measured time_shape(const BenchReference& target, const Command& command) {
  if (command.shape == Shape::basic) return bench::time_calls(command, [&] { give(target, T{1}); });
  return command.shape == Shape::array ? time_block<T>(target, command)
                                       : time_sequence<T>(target, command);
}

}  // namespace

Measured time_twoway(const BenchReference& target, const Command& command) {
  if (command.bytes == 0) return bench::time_calls(command, [&] { target->ping(); });
  switch (command.payload) {
    case Payload::octets:
      return time_shape<std::uint8_t>(target, command);
    case Payload::shorts:
      return time_shape<std::int16_t>(target, command);
    case Payload::floats:
      return time_shape<float>(target, command);
    case Payload::doubles:
      return time_shape<double>(target, command);
  }
  throw std::invalid_argument("no such payload");
}

}  // namespace orbweaver::lab
