// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: the stamp and the metadata that a data port sends with the call that
// carries a packet. Other ORBs ignore them.
#pragma once
#include <orbweaver/wire/packet_scope.hpp>
#include <orbweaver/wire/servant_frame.hpp>

#include <optional>

namespace orbweaver::corba {

using giop::PacketStamp;

/// As long as it lives, calls of the thread that made it carry the stamp, and the metadata if it is
/// not empty, also within the ORB. Calls that a servant makes meanwhile do not. The first call over
/// a connection that awaits a reply runs `meanwhile`, if it is not null, after its request has left
/// and before it waits. Not if the call may lead back into the lane of the thread.
using StampedCalls = wire::PacketScope;

/// In a servant: the stamp that came with the request, if its sender gave one. Nothing elsewhere.
[[nodiscard]] inline std::optional<PacketStamp> stamp_of_request() noexcept {
  const auto* const frame = wire::ServantFrame::innermost();
  return frame == nullptr ? std::nullopt : frame->packet();
}

/// In a servant: the metadata that came with the request, as they came. Empty: its sender gave
/// none. Valid until the servant returns. Nothing elsewhere.
[[nodiscard]] inline Bytes metadata_of_request() noexcept {
  const auto* const frame = wire::ServantFrame::innermost();
  return frame == nullptr ? Bytes{} : frame->metadata();
}

}  // namespace orbweaver::corba
