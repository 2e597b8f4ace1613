#include "bench_calls.hpp"

#include <bench/measure.hpp>

#include <stdexcept>
#include <vector>

namespace peer {
namespace {

using bench::Command;
using bench::Measured;
using bench::Payload;
using bench::Shape;

void give(Bench::Target_ptr target, CORBA::Octet value) { target->give_octet(value); }
void give(Bench::Target_ptr target, CORBA::Short value) { target->give_short(value); }
void give(Bench::Target_ptr target, CORBA::Float value) { target->give_float(value); }
void give(Bench::Target_ptr target, CORBA::Double value) { target->give_double(value); }

void push(Bench::Target_ptr target, const Bench::Octets& values) { target->push_octets(values); }
void push(Bench::Target_ptr target, const Bench::Shorts& values) { target->push_shorts(values); }
void push(Bench::Target_ptr target, const Bench::Floats& values) { target->push_floats(values); }
void push(Bench::Target_ptr target, const Bench::Samples& values) { target->push(values); }

void push(Bench::Target_ptr target, const CORBA::Octet* values) {
  target->push_octet_block(values);
}
void push(Bench::Target_ptr target, const CORBA::Short* values) {
  target->push_short_block(values);
}
void push(Bench::Target_ptr target, const CORBA::Float* values) {
  target->push_float_block(values);
}
void push(Bench::Target_ptr target, const CORBA::Double* values) {
  target->push_double_block(values);
}

template <class Sequence>
Sequence filled(std::size_t bytes) {
  Sequence sequence;
  sequence.length(static_cast<CORBA::ULong>(bytes / sizeof sequence[0]));
  for (CORBA::ULong n = 0; n < sequence.length(); ++n) sequence[n] = 1;
  return sequence;
}

template <class Element, class Sequence>
Measured time_shape(Bench::Target_ptr target, const Command& command) {
  if (command.shape == Shape::basic)
    return bench::time_calls(command, [&] { give(target, Element{1}); });
  if (command.shape == Shape::array) {
    const std::vector<Element> values(bench::kBlock, Element{1});
    return bench::time_calls(command, [&] { push(target, values.data()); });
  }
  const auto values = filled<Sequence>(command.bytes);
  return bench::time_calls(command, [&] { push(target, values); });
}

}  // namespace

Measured time_twoway(Bench::Target_ptr target, const Command& command) {
  if (command.bytes == 0) return bench::time_calls(command, [&] { target->ping(); });
  switch (command.payload) {
    case Payload::octets:
      return time_shape<CORBA::Octet, Bench::Octets>(target, command);
    case Payload::shorts:
      return time_shape<CORBA::Short, Bench::Shorts>(target, command);
    case Payload::floats:
      return time_shape<CORBA::Float, Bench::Floats>(target, command);
    case Payload::doubles:
      return time_shape<CORBA::Double, Bench::Samples>(target, command);
  }
  throw std::invalid_argument("no such payload");
}

}  // namespace peer
