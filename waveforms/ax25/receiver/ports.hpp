// SPDX-License-Identifier: Apache-2.0
// The ports of the AX.25 receiver: what its components hand to each other.
//
//   source --iq--> tuner --channel--> discriminator --audio--> band --band--> correlator
//   correlator --tones--+--> slicer
//                       +--> slicer
//                       +--> slicer
//   slicer --bits--> deframer --findings--+
//   slicer --bits--> deframer --findings--+--> merger --frames--+--> monitor
//   slicer --bits--> deframer --findings--+                     +--> kiss
#pragma once
#include <orbweaver/component/port.hpp>

namespace orbweaver::ax25 {

using IqOut = component::Out<"iq_out", standardInterfaces::complexFloat>;
using IqIn = component::In<"iq_in", standardInterfaces::complexFloat>;
using ChannelOut = component::Out<"channel_out", standardInterfaces::complexFloat>;
using ChannelIn = component::In<"channel_in", standardInterfaces::complexFloat>;
using AudioOut = component::Out<"audio_out", standardInterfaces::realFloat>;
using AudioIn = component::In<"audio_in", standardInterfaces::realFloat>;
using BandOut = component::Out<"band_out", standardInterfaces::realFloat>;
using BandIn = component::In<"band_in", standardInterfaces::realFloat>;
/// I is the amplitude of the mark tone, Q that of the space tone.
using TonesOut = component::Out<"tones_out", standardInterfaces::complexFloat>;
using TonesIn = component::In<"tones_in", standardInterfaces::complexFloat>;
/// Encoded: orbweaver/ax25/line_bits.hpp.
using BitsOut = component::Out<"bits_out", Packet::OctetStream>;
using BitsIn = component::In<"bits_in", Packet::OctetStream>;
/// Encoded: orbweaver/ax25/heard_frame.hpp.
using FindingsOut = component::Out<"findings_out", Packet::OctetStream>;
using FindingsIn = component::In<"findings_in", Packet::OctetStream>;
using FramesOut = component::Out<"frames_out", Packet::OctetStream>;
using FramesIn = component::In<"frames_in", Packet::OctetStream>;

}  // namespace orbweaver::ax25
