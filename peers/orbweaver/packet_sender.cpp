// SPDX-License-Identifier: Apache-2.0
#include "packet_sender.hpp"

#include "launched/hand_over.hpp"

#include <utility>

namespace orbweaver::lab {

PacketSender::PacketSender(launched::Component& component)
    : messaging_(component.settings().messaging) {
  if (!component.is_last()) next_ = component.next<Lab::PacketSink>();
}

void PacketSender::send(const Lab::PacketHeader& header, corba::Elements<double> samples) {
  if (!next_) return;
  launched::hand_over(header.number(), [&] {
    if (messaging_ == launched::MessagingKind::oneway)
      next_->send_packet(header, std::move(samples));
    else
      next_->push_packet(header, std::move(samples));
  });
}

void PacketSender::end_of_stream(std::uint32_t packets) {
  if (next_) next_->end_of_stream(packets);
}

}  // namespace orbweaver::lab
