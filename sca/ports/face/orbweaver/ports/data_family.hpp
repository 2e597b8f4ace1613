// SPDX-License-Identifier: Apache-2.0
// The standard data interfaces by name, without what the IDL compiler makes of them: enough for a
// file that only names the ports of a component. data_interface.hpp has the rest.
#pragma once
#include <cstdint>

namespace standardInterfaces {
class realChar;
class realShort;
class realLong;
class realFloat;
class realDouble;
class complexChar;
class complexShort;
class complexLong;
class complexFloat;
class complexDouble;
class stereoSound;
}  // namespace standardInterfaces

namespace Packet {
class OctetStream;
class UshortStream;
class FlowOctetStream;
class FlowUshortStream;
}  // namespace Packet

namespace orbweaver::ports {

/// The families: which arguments pushPacket has.
/// `real`: pushPacket(I). `pair`: pushPacket(I, Q), of complex samples and of stereo sound.
/// `stream`: pushPacket(control, payload), of the JTRS Packet API.
enum class Family { real, pair, stream };

/// `has_result`: pushPacket returns whether the receiver has room for another packet.
template <Family family_, class T, bool has_result_ = false>
struct DataTraits {
  /// The family of the interface, whether pushPacket has a result, and the C++ type of one sample
  /// (one part of a complex one): family, has_result, Sample.
  static constexpr auto family = family_;
  static constexpr bool has_result = has_result_;
  using Sample = T;
};

/// Family and sample type of a data interface, and its repository id `id`. Defined for the standard
/// ones alone.
template <class Interface>
struct DataInterface;

/// The standard data interfaces: those for which DataInterface says what they are.
template <class Interface>
concept IsDataInterface = requires { DataInterface<Interface>::family; };

// clang-format off
template <> struct DataInterface<standardInterfaces::realChar> : DataTraits<Family::real, char> { static constexpr const char* id = "IDL:standardInterfaces/realChar:1.0"; };
template <> struct DataInterface<standardInterfaces::realShort> : DataTraits<Family::real, std::int16_t> { static constexpr const char* id = "IDL:standardInterfaces/realShort:1.0"; };
template <> struct DataInterface<standardInterfaces::realLong> : DataTraits<Family::real, std::int32_t> { static constexpr const char* id = "IDL:standardInterfaces/realLong:1.0"; };
template <> struct DataInterface<standardInterfaces::realFloat> : DataTraits<Family::real, float> { static constexpr const char* id = "IDL:standardInterfaces/realFloat:1.0"; };
template <> struct DataInterface<standardInterfaces::realDouble> : DataTraits<Family::real, double> { static constexpr const char* id = "IDL:standardInterfaces/realDouble:1.0"; };
template <> struct DataInterface<standardInterfaces::complexChar> : DataTraits<Family::pair, char> { static constexpr const char* id = "IDL:standardInterfaces/complexChar:1.0"; };
template <> struct DataInterface<standardInterfaces::complexShort> : DataTraits<Family::pair, std::int16_t> { static constexpr const char* id = "IDL:standardInterfaces/complexShort:1.0"; };
template <> struct DataInterface<standardInterfaces::complexLong> : DataTraits<Family::pair, std::int32_t> { static constexpr const char* id = "IDL:standardInterfaces/complexLong:1.0"; };
template <> struct DataInterface<standardInterfaces::complexFloat> : DataTraits<Family::pair, float> { static constexpr const char* id = "IDL:standardInterfaces/complexFloat:1.0"; };
template <> struct DataInterface<standardInterfaces::complexDouble> : DataTraits<Family::pair, double> { static constexpr const char* id = "IDL:standardInterfaces/complexDouble:1.0"; };
template <> struct DataInterface<standardInterfaces::stereoSound> : DataTraits<Family::pair, std::int16_t> { static constexpr const char* id = "IDL:standardInterfaces/stereoSound:1.0"; };
template <> struct DataInterface<Packet::OctetStream> : DataTraits<Family::stream, std::uint8_t> { static constexpr const char* id = "IDL:Packet/OctetStream:1.0"; };
template <> struct DataInterface<Packet::UshortStream> : DataTraits<Family::stream, std::uint16_t> { static constexpr const char* id = "IDL:Packet/UshortStream:1.0"; };
template <> struct DataInterface<Packet::FlowOctetStream> : DataTraits<Family::stream, std::uint8_t, true> { static constexpr const char* id = "IDL:Packet/FlowOctetStream:1.0"; };
template <> struct DataInterface<Packet::FlowUshortStream> : DataTraits<Family::stream, std::uint16_t, true> { static constexpr const char* id = "IDL:Packet/FlowUshortStream:1.0"; };
// clang-format on

}  // namespace orbweaver::ports
