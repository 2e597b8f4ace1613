// SPDX-License-Identifier: Apache-2.0
// RT-CORBA priorities in references (the priority model) and in requests.
// RT-CORBA 1.2, 2.7.2 and 2.7.4.
#pragma once
#include <orbweaver/giop/ior.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace orbweaver::giop {

inline constexpr std::uint32_t kTagPolicies = 2;           // IOP::TAG_POLICIES
inline constexpr std::uint32_t kContextRtPriority = 10;    // IOP::RTCorbaPriority
inline constexpr std::uint32_t kPriorityModelPolicy = 40;  // RTCORBA::PRIORITY_MODEL_POLICY_TYPE

/// Whether the client or the server sets the priority of a request.
enum class PriorityModelKind : std::uint32_t { client_propagated = 0, server_declared = 1 };

struct PriorityModelValue {
  PriorityModelKind kind = PriorityModelKind::server_declared;
  /// The server's. With client_propagated: that of requests without a priority.
  std::int16_t priority = 0;  // 0 to 32767
  friend bool operator==(const PriorityModelValue&, const PriorityModelValue&) = default;
};

[[nodiscard]] TaggedComponent make_component(const PriorityModelValue& model);
/// Reads the model. Returns nothing if it is another component, is malformed, or has no priority
/// model.
[[nodiscard]] std::optional<PriorityModelValue> read_priority_model(
    const TaggedComponent& component);

using PriorityContextData = std::array<std::byte, 4>;
/// In the native byte order.
[[nodiscard]] PriorityContextData encode_priority(std::int16_t priority) noexcept;
/// Reads a priority. Returns nothing if the data are malformed or the priority is negative.
[[nodiscard]] std::optional<std::int16_t> read_priority(Bytes data) noexcept;

}  // namespace orbweaver::giop
