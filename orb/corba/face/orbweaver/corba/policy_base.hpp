// SPDX-License-Identifier: Apache-2.0
// CORBA::Policy, lists of policies, and PolicyManager, which holds them. CORBA 3.3 Part 1, 11
// (Policy) and 17.2 (Messaging QoS).
#pragma once
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/policy_exceptions.hpp>

#include <cstdint>
#include <utility>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

/// Which policy: a number of the OMG's, or of Orbweaver's vendor range (extension_policies.hpp).
using PolicyType = std::uint32_t;

/// One choice of a user. An immutable local object. Threads: any.
class Policy : public Object {
 public:
  /// The number of its type.
  [[nodiscard]] virtual PolicyType policy_type() const noexcept = 0;
  /// Does nothing: a policy ends with its last reference.
  void destroy() const noexcept {}
};

/// In any order; nil and two of one type are refused where the list is given.
using PolicyList = std::vector<object_reference<Policy>>;
/// The types of the policies that are asked for; empty: all types.
using PolicyTypeSeq = std::vector<PolicyType>;
/// SET_OVERRIDE replaces all overrides. ADD_OVERRIDE adds to them, and replaces those of the same
/// type. CORBA 3.3 Part 1, 8.3.
enum class SetOverrideType : std::uint32_t { SET_OVERRIDE, ADD_OVERRIDE };

/// The overrides of an ORB ("ORBPolicyManager") or of the calling thread ("PolicyCurrent").
/// Threads: any; PolicyCurrent works on the overrides of the thread that calls it.
class PolicyManager : public Object {
 public:
  /// The overrides of the given types that are set; all overrides if `types` is empty.
  [[nodiscard]] virtual PolicyList get_policy_overrides(const PolicyTypeSeq& types) const = 0;
  /// ADD_OVERRIDE adds policies and replaces those of the same type. SET_OVERRIDE first removes all
  /// overrides; an ORB then has the policies of its options again. Throws InvalidPolicies if a
  /// policy is nil or not of the client side; BAD_PARAM (OMG minor 30) if a type comes twice.
  /// Nothing has changed then.
  virtual void set_policy_overrides(const PolicyList& policies, SetOverrideType how) = 0;
};

/// The overrides of the calling thread: "PolicyCurrent" of resolve_initial_references().
using PolicyCurrent = PolicyManager;

}  // namespace CORBA
// NOLINTEND(readability-identifier-naming)
