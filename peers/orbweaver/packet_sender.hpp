// SPDX-License-Identifier: Apache-2.0
// Hands packets of the lab to the next component, by the operation that the messaging mode asks
// for.
#pragma once
#include <orbweaver/generated/lab/pipeline.hpp>
#include "launched/component.hpp"

namespace orbweaver::lab {

class PacketSender {
 public:
  /// Throws CORBA exceptions if `--next` cannot be reached. Sends nowhere if there is no `--next`.
  explicit PacketSender(launched::Component& component);

  /// Throws std::runtime_error that names the packet, the next component and the cause.
  void send(const Lab::PacketHeader& header, corba::Elements<double> samples);
  void end_of_stream(std::uint32_t packets);

 private:
  launched::MessagingKind messaging_;
  CORBA::object_reference<Lab::PacketSink> next_;
};

}  // namespace orbweaver::lab
