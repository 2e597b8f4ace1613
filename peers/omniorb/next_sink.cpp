// SPDX-License-Identifier: Apache-2.0
#include "next_sink.hpp"

#include <functional>

#include "next_object.hpp"

namespace peer {
namespace {

std::string cause_of(const CORBA::SystemException& failure, unsigned timeout_ms) {
  if (is_timeout(failure))
    return "within " + std::to_string(timeout_ms) + " ms: it is stopped or hangs";
  return "(" + describe(failure) + "): it ended or its connection broke";
}

void call_next(const std::string& what, unsigned timeout_ms, const std::function<void()>& call) {
  try {
    call();
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error("the next component did not take " + what + " " +
                             cause_of(failure, timeout_ms));
  }
}

}  // namespace

NextSink::NextSink(CORBA::ORB_ptr orb, const PipelineOptions& options)
    : messaging_(options.messaging), call_timeout_ms_(options.call_timeout_ms) {
  if (options.next.empty()) return;
  const CORBA::Object_var object =
      next_object(orb, options.next, orb_options(options).client_transports);
  sink_ = Lab::PacketSink::_unchecked_narrow(object);
}

void NextSink::send(const Lab::PacketHeader& header, const Lab::Samples& samples) {
  if (CORBA::is_nil(sink_)) return;
  call_next("packet " + std::to_string(header.number), call_timeout_ms_, [&] {
    messaging_ == Messaging::oneway ? sink_->send_packet(header, samples)
                                    : sink_->push_packet(header, samples);
  });
}

void NextSink::announce_end(CORBA::ULong packets) {
  if (CORBA::is_nil(sink_)) return;
  call_next("the end of the stream", call_timeout_ms_, [&] { sink_->end_of_stream(packets); });
}

}  // namespace peer
