// SPDX-License-Identifier: Apache-2.0
// What the components of the ADS-B receiver hand to each other, and what they have in common.
//
//   source --iq--> magnitude --magnitudes--> slicer --candidates--> checker
#pragma once
#include <orbweaver/component/port.hpp>

namespace orbweaver::adsb {

using IqOut = component::Out<"iq_out", standardInterfaces::complexShort>;
using IqIn = component::In<"iq_in", standardInterfaces::complexShort>;
using MagnitudesOut = component::Out<"magnitudes_out", Packet::UshortStream>;
using MagnitudesIn = component::In<"magnitudes_in", Packet::UshortStream>;
/// Encoded: orbweaver/adsb/candidate_octets.hpp.
using CandidatesOut = component::Out<"candidates_out", Packet::OctetStream>;
using CandidatesIn = component::In<"candidates_in", Packet::OctetStream>;

inline constexpr auto kAuthorOfReceiver = "Orbweaver";

}  // namespace orbweaver::adsb
