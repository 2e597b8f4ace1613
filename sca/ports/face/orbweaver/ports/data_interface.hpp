// SPDX-License-Identifier: Apache-2.0
// The types of packets that belong to a standard data interface.
#pragma once
#include <orbweaver/generated/sca/Packet.hpp>
#include <orbweaver/generated/sca/PacketFlowControl.hpp>
#include <orbweaver/generated/sca/standardInterfaces.hpp>
#include <orbweaver/ports/data_family.hpp>
#include <orbweaver/ports/packet.hpp>

namespace orbweaver::ports {

namespace detail {

template <Family family, class T>
struct PacketsOf;
template <class T>
struct PacketsOf<Family::real, T> {
  using Packet = RealPacket<T>;
  using Sent = SentPacket<corba::Elements<T>>;
};
template <class T>
struct PacketsOf<Family::pair, T> {
  using Packet = PairPacket<T>;
  using Sent = SentPacket<corba::Elements<T>, corba::Elements<T>>;
};
template <class T>
struct PacketsOf<Family::stream, T> {
  using Packet = StreamPacket<T>;
  using Sent = SentPacket<StreamControl, corba::Elements<T>>;
};
template <class Interface>
using PacketsOfInterface =
    PacketsOf<DataInterface<Interface>::family, typename DataInterface<Interface>::Sample>;

}  // namespace detail

/// The packet that a provides port hands to the component.
template <class Interface>
using PacketOf = typename detail::PacketsOfInterface<Interface>::Packet;
/// The packet that a uses port sends.
template <class Interface>
using SentOf = typename detail::PacketsOfInterface<Interface>::Sent;

// ---- for the ports ----

/// The control in the type of the IDL.
[[nodiscard]] inline Packet::StreamControlType to_idl(const StreamControl& control) {
  return Packet::StreamControlType{control.end_of_stream, control.stream, control.sequence_number,
                                   control.purge};
}
[[nodiscard]] inline StreamControl from_idl(const Packet::StreamControlType& control) {
  return {control.endOfStream(), control.streamId(), control.sequenceNumber(), control.purge()};
}

}  // namespace orbweaver::ports
