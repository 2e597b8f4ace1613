// What the ports must know of each standard data interface.
#pragma once
#include <orbweaver/generated/sca/Packet.hpp>
#include <orbweaver/generated/sca/PacketFlowControl.hpp>
#include <orbweaver/generated/sca/standardInterfaces.hpp>
#include <orbweaver/ports/packet.hpp>

#include <cstdint>
#include <type_traits>

namespace orbweaver::ports {

/// The families: which arguments pushPacket has.
enum class Family { real, pair, stream };

/// `Packet`: what a component gets. `Sent`: what it sends. `has_result`: pushPacket says whether
/// there is room for another packet.
template <Family family_, class T, bool has_result_ = false>
struct DataTraits;

template <class T, bool has_result_>
struct DataTraits<Family::real, T, has_result_> {
  static constexpr auto family = Family::real;
  static constexpr bool has_result = has_result_;
  using Sample = T;
  using Packet = RealPacket<T>;
  using Sent = SentPacket<corba::Elements<T>>;
};
template <class T, bool has_result_>
struct DataTraits<Family::pair, T, has_result_> {
  static constexpr auto family = Family::pair;
  static constexpr bool has_result = has_result_;
  using Sample = T;
  using Packet = PairPacket<T>;
  using Sent = SentPacket<corba::Elements<T>, corba::Elements<T>>;
};
template <class T, bool has_result_>
struct DataTraits<Family::stream, T, has_result_> {
  static constexpr auto family = Family::stream;
  static constexpr bool has_result = has_result_;
  using Sample = T;
  using Packet = StreamPacket<T>;
  using Sent = SentPacket<StreamControl, corba::Elements<T>>;
};

template <class Interface>
struct DataInterface;

template <class Interface>
using PacketOf = typename DataInterface<Interface>::Packet;
template <class Interface>
using SentOf = typename DataInterface<Interface>::Sent;

template <class Interface>
concept IsDataInterface = requires { DataInterface<Interface>::family; };

// clang-format off
template <> struct DataInterface<standardInterfaces::realChar>      : DataTraits<Family::real, char> {};
template <> struct DataInterface<standardInterfaces::realShort>     : DataTraits<Family::real, std::int16_t> {};
template <> struct DataInterface<standardInterfaces::realLong>      : DataTraits<Family::real, std::int32_t> {};
template <> struct DataInterface<standardInterfaces::realFloat>     : DataTraits<Family::real, float> {};
template <> struct DataInterface<standardInterfaces::realDouble>    : DataTraits<Family::real, double> {};
template <> struct DataInterface<standardInterfaces::complexChar>   : DataTraits<Family::pair, char> {};
template <> struct DataInterface<standardInterfaces::complexShort>  : DataTraits<Family::pair, std::int16_t> {};
template <> struct DataInterface<standardInterfaces::complexLong>   : DataTraits<Family::pair, std::int32_t> {};
template <> struct DataInterface<standardInterfaces::complexFloat>  : DataTraits<Family::pair, float> {};
template <> struct DataInterface<standardInterfaces::complexDouble> : DataTraits<Family::pair, double> {};
template <> struct DataInterface<standardInterfaces::stereoSound>   : DataTraits<Family::pair, std::int16_t> {};
template <> struct DataInterface<Packet::OctetStream>      : DataTraits<Family::stream, std::uint8_t> {};
template <> struct DataInterface<Packet::UshortStream>     : DataTraits<Family::stream, std::uint16_t> {};
template <> struct DataInterface<Packet::FlowOctetStream>  : DataTraits<Family::stream, std::uint8_t, true> {};
template <> struct DataInterface<Packet::FlowUshortStream> : DataTraits<Family::stream, std::uint16_t, true> {};
// clang-format on

/// As the IDL has it.
[[nodiscard]] inline Packet::StreamControlType to_idl(const StreamControl& control) {
  return Packet::StreamControlType{control.end_of_stream, control.stream, control.sequence_number,
                                   control.purge};
}
[[nodiscard]] inline StreamControl from_idl(const Packet::StreamControlType& control) {
  return {control.endOfStream(), control.streamId(), control.sequenceNumber(), control.purge()};
}

}  // namespace orbweaver::ports
