// SPDX-License-Identifier: Apache-2.0
#include "next_socket.hpp"

#include <stdexcept>

#include "reference.hpp"

namespace peer {
namespace {

std::string words(PacketHeader header) {
  return header.kind == PacketKind::samples ? "packet " + std::to_string(header.number)
                                            : "the end of the stream";
}

}  // namespace

NextSocket::NextSocket(const ZmqContext& context, const PipelineOptions& options)
    : messaging_(options.messaging), call_timeout_ms_(options.call_timeout_ms) {
  if (options.next.empty()) return;
  const bool is_call = messaging_ == Messaging::twoway;
  socket_.emplace(context, is_call ? ZMQ_REQ : ZMQ_PUSH);
  if (call_timeout_ms_ > 0) socket_->limit(call_timeout_ms_);
  socket_->connect(address_in(options.next, options.transport, is_call));
}

void NextSocket::send(const Packet& packet) {
  if (!socket_) return;
  const std::lock_guard lock(mutex_);
  try {
    call(packet);
  } catch (const std::runtime_error& failure) {
    throw std::runtime_error("the next component did not take " + words(packet.header()) +
                             " within " + std::to_string(call_timeout_ms_) +
                             " ms: " + failure.what());
  }
}

void NextSocket::call(const Packet& packet) {
  socket_->send(packet.bytes().data(), packet.bytes().size());
  if (messaging_ == Messaging::twoway) socket_->receive(nullptr, 0);
}

}  // namespace peer
