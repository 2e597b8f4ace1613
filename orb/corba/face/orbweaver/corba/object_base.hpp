// SPDX-License-Identifier: Apache-2.0
// CORBA::Object, LocalObject, and the references that lead to objects.
#pragma once
#include <orbweaver/corba/checked_reference.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::client {
class Reference;
}
namespace orbweaver::corba {
class StubFactory;
}

namespace IDL {
/// The mapping's facts about an IDL type: `ref_type` and `narrow()` of an interface, `value_type`
/// and so on of all others. IDL-to-C++11, 6.
template <class T>
struct traits;
}  // namespace IDL

namespace CORBA {

class ORB;
class Policy;
enum class SetOverrideType : std::uint32_t;

/// The base of every stub, and of the local objects (POA, Current). Immutable. Threads: any. On a
/// nil reference each operation throws INV_OBJREF.
class Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/CORBA/Object:1.0";
  using _traits_type = IDL::traits<Object>;
  using _ref_type = object_reference<Object>;
  using _weak_ref_type = weak_object_reference<Object>;
  virtual ~Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Whether the object implements the interface. Asks the object's server, unless the reference
  /// itself answers.
  [[nodiscard]] bool _is_a(std::string_view repository_id) const;
  /// Asks the object's server whether the object is gone. Throws the system exceptions of a
  /// call, as COMM_FAILURE and TIMEOUT, if the server gives no answer.
  [[nodiscard]] bool _non_existent() const;
  /// The id of the most derived interface of the object. Asks the object's server. Throws
  /// NO_IMPLEMENT for a local object. CORBA 3.3 Part 1, 8.3.
  [[nodiscard]] std::string _repository_id() const;
  /// The component of which the object is a facet or port: nil unless the object's server has the
  /// component model. Asks the object's server.
  [[nodiscard]] object_reference<Object> _get_component() const;
  /// Whether both references lead to the same object by the same key and addresses.
  [[nodiscard]] bool _is_equivalent(const object_reference<Object>& other) const;
  /// The same number for the same object key, from 0 to `maximum`. Two objects may have one number.
  /// Makes no call. CORBA 3.3 Part 1, 8.3.
  [[nodiscard]] std::uint32_t _hash(std::uint32_t maximum) const;

  /// The ORB that made the reference; nil if the program has released that ORB. Throws NO_IMPLEMENT
  /// for a local object. CORBA 3.3 Part 1, 8.3.9.
  [[nodiscard]] object_reference<ORB> _get_orb() const;

  // ---- policies: CORBA 3.3 Part 1, 8.3.7 to 8.3.11 ----
  // For a local object all of them throw NO_IMPLEMENT.

  /// As _get_client_policy. _get_policy also knows RT-CORBA's priority model, which the server has
  /// put into the reference; nil if it has not.
  [[nodiscard]] object_reference<Policy> _get_policy(std::uint32_t type) const;
  /// The policy of that type that a call of this thread through this reference would have: the
  /// reference's, else the thread's, else the ORB's. Nil for the collocation if none of them has
  /// one. Throws INV_POLICY for a type that is not of the client side.
  [[nodiscard]] object_reference<Policy> _get_client_policy(std::uint32_t type) const;
  /// The policies that were set on this reference; all of them if `types` is empty.
  [[nodiscard]] std::vector<object_reference<Policy>> _get_policy_overrides(
      const std::vector<std::uint32_t>& types) const;
  /// A new reference to the same object, with other policies. Throws InvalidPolicies and BAD_PARAM
  /// as PolicyManager::set_policy_overrides.
  [[nodiscard]] object_reference<Object> _set_policy_overrides(
      const std::vector<object_reference<Policy>>& policies, SetOverrideType how) const;
  /// Connects to the server, if the reference has no connection yet. Returns true and leaves
  /// `inconsistent` empty: no policy of the client side can contradict the server. Throws the
  /// exceptions of a call that cannot connect: TRANSIENT, COMM_FAILURE, TIMEOUT.
  bool _validate_connection(std::vector<object_reference<Policy>>& inconsistent) const;

  // ---- Orbweaver's extension ----

  /// The transport of the last call through this reference: "tcp", "unix"...; "inproc" if all calls
  /// stayed in this ORB; empty before the first call, and for local objects.
  [[nodiscard]] std::string _transport() const;

 protected:
  Object() = default;

 private:
  friend class orbweaver::corba::StubFactory;
  std::shared_ptr<orbweaver::client::Reference> reference_;
};

/// The base of local interfaces of IDL, which are abstract classes to derive from. A local object
/// has no stub. Writing a reference to it into a message throws MARSHAL.
class LocalObject : public virtual Object {};

}  // namespace CORBA
// NOLINTEND(readability-identifier-naming)
