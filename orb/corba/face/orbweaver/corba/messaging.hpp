// SPDX-License-Identifier: Apache-2.0
// The standard policies of the client side: when a one-way call returns, how long a call may take,
// whether a reference has a connection of its own. CORBA 3.3 Part 1, 17.2; RT-CORBA 1.2.
#pragma once
#include <orbweaver/corba/policy_base.hpp>

#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace Messaging {

/// When a one-way call returns: one of the four below. CORBA 3.3 Part 1, 17.2.
using SyncScope = std::int16_t;
/// When the request is in the connection's send queue, which is sent by another thread.
inline constexpr SyncScope SYNC_NONE = 0;
/// When the transport has taken the request. The default.
inline constexpr SyncScope SYNC_WITH_TRANSPORT = 1;
/// When the server has the request, and before the servant runs.
inline constexpr SyncScope SYNC_WITH_SERVER = 2;
/// When the servant has returned. What it throws is thrown.
inline constexpr SyncScope SYNC_WITH_TARGET = 3;

/// The types of the policies below. Both are the OMG's numbers.
inline constexpr CORBA::PolicyType SYNC_SCOPE_POLICY_TYPE = 24;
inline constexpr CORBA::PolicyType RELATIVE_RT_TIMEOUT_POLICY_TYPE = 32;

/// When a one-way call returns.
class SyncScopePolicy final : public CORBA::Policy {
 public:
  /// Throws INV_POLICY unless 0 to 3.
  explicit SyncScopePolicy(SyncScope scope);
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return SYNC_SCOPE_POLICY_TYPE;
  }
  /// One of the four.
  [[nodiscard]] SyncScope synchronization() const noexcept { return scope_; }

 private:
  SyncScope scope_;
};

/// The longest time from the call to the end of its reply, in units of 100 ns (TimeBase::TimeT);
/// 0: no limit.
class RelativeRoundtripTimeoutPolicy final : public CORBA::Policy {
 public:
  /// `expiry`: in units of 100 ns; 0: no limit.
  explicit RelativeRoundtripTimeoutPolicy(std::uint64_t expiry) noexcept : expiry_(expiry) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return RELATIVE_RT_TIMEOUT_POLICY_TYPE;
  }
  /// In units of 100 ns; 0: no limit.
  [[nodiscard]] std::uint64_t relative_expiry() const noexcept { return expiry_; }

 private:
  std::uint64_t expiry_;
};

}  // namespace Messaging

namespace RTCORBA {

/// The type of PrivateConnectionPolicy; the OMG's number.
inline constexpr CORBA::PolicyType PRIVATE_CONNECTION_POLICY_TYPE = 44;

/// The reference has a connection of its own, which no other reference uses. So a slow object that
/// other references call does not delay its requests. RT-CORBA 1.2, 2.19.
class PrivateConnectionPolicy final : public CORBA::Policy {
 public:
  /// `is_private` false: the reference shares connections, although its thread or its ORB says
  /// private.
  explicit PrivateConnectionPolicy(bool is_private = true) noexcept : is_private_(is_private) {}
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override {
    return PRIVATE_CONNECTION_POLICY_TYPE;
  }
  /// Whether the reference shares no connection.
  [[nodiscard]] bool is_private() const noexcept { return is_private_; }

 private:
  bool is_private_;
};

}  // namespace RTCORBA
// NOLINTEND(readability-identifier-naming)
