// SPDX-License-Identifier: Apache-2.0
// What a server says of one object in its references, beside where the object is.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/priority.hpp>

#include <optional>
#include <span>

namespace orbweaver::giop {

/// Orbweaver's, "OWL" and a version, without content but the byte order. The server hands the
/// requests of one connection for this object to the servant in order, one at a time, and holds the
/// sender back when the object's queue is full. So a client may send a request of a two-way
/// operation without response_expected, and loses neither order nor flow control.
inline constexpr std::uint32_t kTagKeepsOrder = 0x4f574c01;

struct ObjectTraits {
  std::optional<PriorityModelValue> priority_model = {};
  bool keeps_order = false;
  friend bool operator==(const ObjectTraits&, const ObjectTraits&) = default;
};

/// The component that says it.
[[nodiscard]] TaggedComponent make_keeps_order_component();
/// Reads the components of a profile; the first of each kind counts.
[[nodiscard]] ObjectTraits read_traits(std::span<const TaggedComponent> components);

}  // namespace orbweaver::giop
