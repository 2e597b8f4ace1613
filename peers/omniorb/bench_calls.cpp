// SPDX-License-Identifier: Apache-2.0
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

template <class Sequence>
Sequence filled(std::size_t bytes) {
  Sequence sequence;
  sequence.length(static_cast<CORBA::ULong>(bytes / sizeof sequence[0]));
  for (CORBA::ULong n = 0; n < sequence.length(); ++n) sequence[n] = 1;
  return sequence;
}

template <class Idl>
class Calls {
 public:
  Calls(typename Idl::Target_ptr target, const Command& command)
      : target_(target), command_(command) {}

  [[nodiscard]] Measured null_call() const {
    return bench::time_calls(command_, [&] { target_->ping(); });
  }
  template <class Element, class Sequence>
  [[nodiscard]] Measured payload() const {
    if (command_.shape == Shape::basic)
      return bench::time_calls(command_, [&] { give(Element{1}); });
    if (command_.shape == Shape::array) {
      const std::vector<Element> values(bench::kBlock, Element{1});
      return bench::time_calls(command_, [&] { push(values.data()); });
    }
    const auto values = filled<Sequence>(command_.bytes);
    return bench::time_calls(command_, [&] { push(values); });
  }

 private:
  void give(CORBA::Octet value) const { target_->give_octet(value); }
  void give(CORBA::Short value) const { target_->give_short(value); }
  void give(CORBA::Float value) const { target_->give_float(value); }
  void give(CORBA::Double value) const { target_->give_double(value); }

  void push(const typename Idl::Octets& values) const { target_->push_octets(values); }
  void push(const typename Idl::Shorts& values) const { target_->push_shorts(values); }
  void push(const typename Idl::Floats& values) const { target_->push_floats(values); }
  void push(const typename Idl::Samples& values) const { target_->push(values); }

  void push(const CORBA::Octet* values) const { target_->push_octet_block(values); }
  void push(const CORBA::Short* values) const { target_->push_short_block(values); }
  void push(const CORBA::Float* values) const { target_->push_float_block(values); }
  void push(const CORBA::Double* values) const { target_->push_double_block(values); }

  typename Idl::Target_ptr target_;
  const Command& command_;
};

}  // namespace

template <class Idl>
Measured time_twoway(typename Idl::Target_ptr target, const Command& command) {
  const Calls<Idl> calls(target, command);
  if (command.bytes == 0) return calls.null_call();
  switch (command.payload) {
    case Payload::octets:
      return calls.template payload<CORBA::Octet, typename Idl::Octets>();
    case Payload::shorts:
      return calls.template payload<CORBA::Short, typename Idl::Shorts>();
    case Payload::floats:
      return calls.template payload<CORBA::Float, typename Idl::Floats>();
    case Payload::doubles:
      return calls.template payload<CORBA::Double, typename Idl::Samples>();
  }
  throw std::invalid_argument("no such payload");
}

template Measured time_twoway<BenchIdl>(Bench::Target_ptr, const Command&);
template Measured time_twoway<MirrorIdl>(Mirror::Target_ptr, const Command&);

}  // namespace peer
