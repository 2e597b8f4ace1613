// SPDX-License-Identifier: Apache-2.0
#include "attacker.hpp"

#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/reply.hpp>

#include <array>
#include <stdexcept>

#include "giop_rule.hpp"

namespace orbweaver::hostile {

namespace {

using orb_test::giop_rule;

std::optional<transport::Address> address_in(const giop::IiopProfile& profile,
                                             const std::string& transport) {
  if (transport == "tcp") return transport::TcpAddress{profile.host, profile.port};
  for (const auto& component : profile.components) {
    if (transport == "unix" && component.tag == giop::kTagOmniUnix)
      return transport::UnixAddress{giop::read_unix_component(component)->path};
    if (transport == "shm" && component.tag == giop::kTagShm)
      return transport::ShmAddress{giop::read_shm_component(component)->path};
  }
  return std::nullopt;
}

transport::Address address_of(const std::string& reference, const std::string& transport) {
  const auto ior = giop::parse_reference(reference);
  if (!ior) throw std::runtime_error("no reference: " + reference);
  const auto found = address_in(*giop::read_iiop_profile(ior->profiles.at(0)), transport);
  if (!found) throw std::runtime_error("the reference offers no " + transport);
  return *found;
}

// Whether the server, which reads message after message, still waits for bytes at the end.
bool says_that_more_is_to_come(Bytes bytes) {
  while (!bytes.empty()) {
    if (bytes.size() < giop::kHeaderSize) return true;
    const auto header = giop::parse_header(bytes, giop::kDefaultMaxMessageSize);
    if (!header) return false;
    const auto size = giop::kHeaderSize + header->body_size;
    if (size > bytes.size()) return true;
    bytes = bytes.subspan(size);
  }
  return false;
}

bool answers(const Frame& frame, std::uint32_t question) {
  const auto header = giop::parse_header(frame.bytes(), giop::kDefaultMaxMessageSize);
  if (!header || header->type != giop::MessageType::locate_reply) return false;
  cdr::Decoder body(frame.bytes().subspan(giop::kHeaderSize), header->byte_order,
                    giop::kHeaderSize);
  return giop::decode_locate_reply(body).request_id == question;
}

}  // namespace

Attacker::Attacker(const std::string& transport, std::string reference)
    : reference_(std::move(reference)), address_(address_of(reference_, transport)) {}

void Attacker::connect() {
  auto connection = transport::connect(address_, giop_rule(), Deadline::after(kTimeout));
  if (!connection)
    throw std::runtime_error("no connection: " + transport::describe(connection.error()));
  connection_ = std::move(*connection);
}

bool Attacker::put(const Stream& bytes) {
  return connection_->send(std::array{Bytes{bytes}}, Deadline::after(kTimeout)).has_value();
}

Fate Attacker::send(const Stream& mutant) {
  if (!connection_) connect();
  const bool is_sent = put(mutant);
  if (says_that_more_is_to_come(mutant)) {
    connection_.reset();
    return Fate::awaited;
  }
  const bool is_open = is_sent && put(make_question(reference_, ++question_));
  const auto fate = is_open ? wait_for_answer() : Fate::refused;
  if (fate != Fate::survived) connection_.reset();
  return fate;
}

Fate Attacker::wait_for_answer() {
  const auto deadline = Deadline::after(kTimeout);
  while (true) {
    const auto frame = connection_->receive(deadline);
    if (frame && answers(*frame, question_)) return Fate::survived;
    if (!frame)
      return frame.error().fault == transport::ConnectionFault::timed_out ? Fate::silent
                                                                          : Fate::refused;
  }
}

}  // namespace orbweaver::hostile
