// CORBA::Policy, lists of policies, and PolicyManager, which holds them. CORBA 3.3 Part 1, 11
// (Policy) and 17.2 (Messaging QoS).
#pragma once
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>

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
/// Of the policies that are asked for; empty: of all.
using PolicyTypeSeq = std::vector<PolicyType>;
/// SET_OVERRIDE replaces all overrides. ADD_OVERRIDE adds to them, and replaces those of the same
/// type. CORBA 3.3 Part 1, 8.3.
enum class SetOverrideType : std::uint32_t { SET_OVERRIDE, ADD_OVERRIDE };

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
