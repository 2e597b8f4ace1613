// SPDX-License-Identifier: Apache-2.0
// The exceptions for policies that are refused. CORBA 3.3 Part 1, 11 and 15.3.8.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <cstdint>
#include <utility>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

/// Why no policy was made: one of those below. CORBA 3.3 Part 1, 11.
using PolicyErrorCode = std::int16_t;
inline constexpr PolicyErrorCode BAD_POLICY = 0;          ///< no standard has this type
inline constexpr PolicyErrorCode UNSUPPORTED_POLICY = 1;  ///< this ORB does not have this type
inline constexpr PolicyErrorCode BAD_POLICY_TYPE = 2;     ///< the Any holds a value of another type
inline constexpr PolicyErrorCode BAD_POLICY_VALUE = 3;    ///< no standard has this value
inline constexpr PolicyErrorCode UNSUPPORTED_POLICY_VALUE = 4;  ///< this ORB does not have it

/// ORB::create_policy throws it.
class PolicyError final : public UserException {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/PolicyError:1.0";
  /// `why`: what reason() returns.
  explicit PolicyError(PolicyErrorCode why) noexcept : reason_(why) {}
  [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
  [[nodiscard]] const char* _name() const noexcept override { return "PolicyError"; }
  /// One of the five codes.
  [[nodiscard]] PolicyErrorCode reason() const noexcept { return reason_; }

 private:
  PolicyErrorCode reason_;
};

/// Operations that set overrides throw it: the policies at `indices` are not of the client side.
class InvalidPolicies final : public UserException {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/InvalidPolicies:1.0";
  /// `which`: what indices() returns.
  explicit InvalidPolicies(std::vector<std::uint16_t> which) noexcept
      : indices_(std::move(which)) {}
  [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
  [[nodiscard]] const char* _name() const noexcept override { return "InvalidPolicies"; }
  /// Where the refused policies stand in the list that was given, from 0.
  [[nodiscard]] const std::vector<std::uint16_t>& indices() const noexcept { return indices_; }

 private:
  std::vector<std::uint16_t> indices_;
};

}  // namespace CORBA

namespace PortableServer {

/// POA::create_POA throws it: the adapter cannot have the policy at `index`.
class InvalidPolicy final : public CORBA::UserException {
 public:
  static constexpr const char* _id = "IDL:omg.org/PortableServer/POA/InvalidPolicy:2.3";
  /// `which`: counted from 0.
  explicit InvalidPolicy(std::uint16_t which) noexcept : index_(which) {}
  [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
  [[nodiscard]] const char* _name() const noexcept override { return "InvalidPolicy"; }
  /// Where the refused policy stands in the list that was given, from 0.
  [[nodiscard]] std::uint16_t index() const noexcept { return index_; }

 private:
  std::uint16_t index_;
};

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
