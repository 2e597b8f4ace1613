// SPDX-License-Identifier: Apache-2.0
// The portable object adapter, as CORBA/e Compact has it. An adapter gives objects their ids and
// keys, and keeps the servants that incarnate them. Adapters form a tree; each has its own
// policies. CORBA 3.3 Part 1, 15.3.
//
//   auto poa = root->create_POA("radio", root->the_POAManager(),
//                               {root->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
//                                root->create_id_assignment_policy(
//                                    IdAssignmentPolicyValue::USER_ID)});
//   poa->activate_object_with_id(PortableServer::string_to_ObjectId("modem1"), servant);
#pragma once
#include <orbweaver/corba/adapter_policies.hpp>
#include <orbweaver/corba/choices.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/poa_manager.hpp>
#include <orbweaver/corba/poa_policies.hpp>
#include <orbweaver/corba/policy_exceptions.hpp>
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/giop/object_traits.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/server/object_policies.hpp>

#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::server {
class ActiveObject;
}
namespace orbweaver::dispatch {
class Lane;
}

namespace PortableServer {

class Current;

using orbweaver::corba::operator<<;

/// Any octets, not a text. An id names an object within its adapter.
using ObjectId = std::vector<std::uint8_t>;

/// The octets of the text, without a terminating NUL, and back. Both copy. CORBA 3.3 Part 1, 15.3.
[[nodiscard]] ObjectId string_to_ObjectId(const std::string& text);
[[nodiscard]] std::string ObjectId_to_string(const ObjectId& id);

#define ORBWEAVER_POA_EXCEPTION(NAME)                                                  \
  class NAME final : public CORBA::UserException {                                     \
   public:                                                                             \
    static constexpr const char* _id = "IDL:omg.org/PortableServer/POA/" #NAME ":2.3"; \
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }        \
    [[nodiscard]] const char* _name() const noexcept override { return #NAME; }        \
  };

/// Each ORB has two adapters from the beginning:
///   RootPOA  has the standard's policies: TRANSIENT, SYSTEM_ID, UNIQUE_ID, IMPLICIT_ACTIVATION
///   INSPOA   is Orbweaver's extension, as in omniORB: the user's ids are the whole object keys, so
///            that corbaloc:iiop:1.2@host:port/Name finds the object Name
/// The keys of a PERSISTENT adapter are the same after each start of the program. So a reference
/// works after a restart if the program listens at the same endpoint (-ORBendPoint) and has the
/// same -ORBserverName.
///
/// Every operation throws OBJECT_NOT_EXIST once the adapter has been destroyed, and BAD_PARAM for a
/// null servant. Threads: any.
/// It has more than 30 methods, because the OMG's interface PortableServer::POA has.
class POA final : public CORBA::Object, public std::enable_shared_from_this<POA> {
 public:
  static constexpr const char* _id = "IDL:omg.org/PortableServer/POA:2.3";
  using _traits_type = IDL::traits<POA>;
  using _ref_type = CORBA::object_reference<POA>;
  using _weak_ref_type = CORBA::weak_object_reference<POA>;
  /// No servant incarnates the object.
  ORBWEAVER_POA_EXCEPTION(ObjectNotActive)
  /// The id is in use.
  ORBWEAVER_POA_EXCEPTION(ObjectAlreadyActive)
  /// The servant incarnates no object, and the adapter does not activate it by itself.
  ORBWEAVER_POA_EXCEPTION(ServantNotActive)
  /// With UNIQUE_ID: the servant incarnates an object already.
  ORBWEAVER_POA_EXCEPTION(ServantAlreadyActive)
  /// The adapter's policies do not allow the operation.
  ORBWEAVER_POA_EXCEPTION(WrongPolicy)
  /// Another adapter made the reference.
  ORBWEAVER_POA_EXCEPTION(WrongAdapter)
  /// The adapter has a child of this name.
  ORBWEAVER_POA_EXCEPTION(AdapterAlreadyExists)
  /// The adapter has no child of this name.
  ORBWEAVER_POA_EXCEPTION(AdapterNonExistent)
  /// The exception of create_POA(), as the IDL names it.
  using InvalidPolicy = PortableServer::InvalidPolicy;
  /// A reference to an object of any interface.
  using ObjectReference = CORBA::object_reference<CORBA::Object>;
  /// A reference to an adapter.
  using Reference = CORBA::object_reference<POA>;

  /// The name that create_POA() got; "RootPOA" and "INSPOA".
  [[nodiscard]] std::string the_name() const { return identity_.name; }
  /// Nil for RootPOA and INSPOA.
  [[nodiscard]] Reference the_parent() const { return identity_.parent.lock(); }
  /// The manager that holds, discards or lets through its requests. Several adapters may have one.
  [[nodiscard]] CORBA::object_reference<POAManager> the_POAManager() const { return manager_; }
  /// The adapters directly below this one, in no order.
  [[nodiscard]] std::vector<Reference> the_children() const;

  /// Makes an adapter below this one. A policy that `policies` leaves open has the standard's
  /// default (TRANSIENT, UNIQUE_ID, SYSTEM_ID, NO_IMPLICIT_ACTIVATION, ORB_CTRL_MODEL); one of
  /// Orbweaver's has the value of the ORB's option. An adapter inherits no policy. If `manager` is
  /// nil the adapter gets a new one, which is HOLDING.
  /// Throws AdapterAlreadyExists; InvalidPolicy; BAD_PARAM for a manager of another ORB, or a
  /// thread pool that does not exist.
  Reference create_POA(const std::string& adapter_name,
                       const CORBA::object_reference<POAManager>& manager,
                       const CORBA::PolicyList& policies);
  /// Throws AdapterNonExistent. `activate_it` has no effect, as there are no adapter activators.
  [[nodiscard]] Reference find_POA(const std::string& adapter_name, bool activate_it) const;
  /// Deactivates the objects of this adapter, and destroys all adapters below it. Their names are
  /// free again. `etherealize_objects` has no effect, as there are no servant managers. With
  /// `wait_for_completion` the call returns when the requests that were accepted have ended; it
  /// throws BAD_INV_ORDER in a servant then.
  void destroy(bool etherealize_objects, bool wait_for_completion);

  /// Policies for create_POA(). All are immutable, and may be given to several adapters. CORBA 3.3
  /// Part 1, 15.3.8.
  [[nodiscard]] CORBA::object_reference<ThreadPolicy> create_thread_policy(
      ThreadPolicyValue value) const;
  [[nodiscard]] CORBA::object_reference<LifespanPolicy> create_lifespan_policy(
      LifespanPolicyValue value) const;
  [[nodiscard]] CORBA::object_reference<IdUniquenessPolicy> create_id_uniqueness_policy(
      IdUniquenessPolicyValue value) const;
  [[nodiscard]] CORBA::object_reference<IdAssignmentPolicy> create_id_assignment_policy(
      IdAssignmentPolicyValue value) const;
  [[nodiscard]] CORBA::object_reference<ImplicitActivationPolicy> create_implicit_activation_policy(
      ImplicitActivationPolicyValue value) const;

  /// Makes the servant incarnate a new object. Throws WrongPolicy unless SYSTEM_ID;
  /// ServantAlreadyActive with UNIQUE_ID.
  ObjectId activate_object(const Servant& servant);
  /// Throws ObjectAlreadyActive if the id is in use; ServantAlreadyActive with UNIQUE_ID; BAD_PARAM
  /// (OMG minor 14) with SYSTEM_ID for an id that the adapter did not make.
  void activate_object_with_id(const ObjectId& id, const Servant& servant);
  /// Later requests get OBJECT_NOT_EXIST. Requests that were accepted are still carried out; the
  /// adapter releases the servant after the last of them. Throws ObjectNotActive.
  void deactivate_object(const ObjectId& id);

  /// A reference to an object that need not be active yet. Throws WrongPolicy unless SYSTEM_ID.
  [[nodiscard]] ObjectReference create_reference(const std::string& interface_id);
  /// Like create_reference(), with an id of the user's. Throws BAD_PARAM (OMG minor 14) with
  /// SYSTEM_ID for an id that the adapter did not make.
  [[nodiscard]] ObjectReference create_reference_with_id(const ObjectId& id,
                                                         const std::string& interface_id);

  /// Both are about the object that the servant incarnates. With IMPLICIT_ACTIVATION they activate
  /// a servant that is not active; with MULTIPLE_ID, too, they activate a new object each time.
  /// Throw ServantNotActive; WrongPolicy with MULTIPLE_ID and without implicit activation.
  [[nodiscard]] ObjectId servant_to_id(const Servant& servant);
  [[nodiscard]] ObjectReference servant_to_reference(const Servant& servant);
  /// Both throw ObjectNotActive; WrongAdapter if another adapter made the reference.
  [[nodiscard]] Servant reference_to_servant(const ObjectReference& reference) const;
  [[nodiscard]] ObjectId reference_to_id(const ObjectReference& reference) const;
  /// Both throw ObjectNotActive.
  [[nodiscard]] Servant id_to_servant(const ObjectId& id) const;
  [[nodiscard]] ObjectReference id_to_reference(const ObjectId& id);

  // ---- Orbweaver's extensions ----

  /// Like activate_object(servant), with a dispatch of the object's own.
  ObjectId activate_object(const Servant& servant, orbweaver::corba::Dispatch dispatch);
  /// Gives a local object an id, by which id_to_reference() finds it until it is deactivated. A
  /// reply handler needs no id; this lets programs for TAOX11 compile, where it is a servant.
  /// Throws WrongPolicy unless SYSTEM_ID, BAD_PARAM for nil.
  template <std::derived_from<CORBA::LocalObject> Local>
  ObjectId activate_object(const std::shared_ptr<Local>& object) {
    return activate_local(object);
  }
  /// All policies of the objects that are activated through this adapter: its own, and for the rest
  /// what the ORB's options say.
  [[nodiscard]] CORBA::PolicyList effective_policies() const;
  /// The effective policy of that type. Nil for a thread pool if the adapter has the ORB's threads.
  /// Throws INV_POLICY for a type that is not of an adapter.
  [[nodiscard]] CORBA::object_reference<CORBA::Policy> get_policy(CORBA::PolicyType type) const;
  /// The largest number of requests that waited at once for the object's dispatch. Throws
  /// ObjectNotActive.
  [[nodiscard]] std::size_t most_waiting(const ObjectId& id) const;

 private:
  friend class CORBA::ORB;
  friend class Current;

  /// The identity of an adapter: its ORB, its name and parent, and the beginning of its keys.
  struct Identity {
    std::shared_ptr<orbweaver::engine::OrbCore> orb;
    std::string name;
    std::weak_ptr<POA> parent;
    std::string path;        // "/radio/devices": in the keys of persistent objects
    std::string key_prefix;  // the beginning of every key
  };
  using Lock = std::unique_lock<orbweaver::os::Mutex>;
  using Objects = std::vector<std::shared_ptr<orbweaver::server::ActiveObject>>;

  POA(Identity identity, const orbweaver::corba::detail::AdapterPolicies& policies,
      CORBA::object_reference<POAManager> manager);
  [[nodiscard]] static Reference make(Identity identity,
                                      const orbweaver::corba::detail::AdapterPolicies& policies,
                                      CORBA::object_reference<POAManager> manager);
  [[nodiscard]] static Reference make_root(const std::shared_ptr<orbweaver::engine::OrbCore>& orb,
                                           const CORBA::object_reference<POAManager>& manager);
  [[nodiscard]] static Reference make_ins(const std::shared_ptr<orbweaver::engine::OrbCore>& orb,
                                          const CORBA::object_reference<POAManager>& manager);

  [[nodiscard]] Lock lock_alive() const;
  [[nodiscard]] Identity identity_below(const std::string& name, bool is_persistent);
  [[nodiscard]] orbweaver::server::ObjectPolicies object_policies() const;
  [[nodiscard]] std::string key_of(const ObjectId& id) const;
  [[nodiscard]] ObjectId make_id();
  ObjectId activate_local(ObjectReference object);
  [[nodiscard]] ObjectReference find_local(const ObjectId& id) const;
  [[nodiscard]] bool may_be_mine(const ObjectId& id) const;
  void require_mine(const ObjectId& id) const;
  void activate(const Lock& lock, const ObjectId& id, const Servant& servant,
                const orbweaver::server::ObjectPolicies& policies);
  [[nodiscard]] ObjectId id_of(const Lock& lock, const Servant& servant);
  [[nodiscard]] std::shared_ptr<orbweaver::server::ActiveObject> find(const ObjectId& id) const;
  [[nodiscard]] orbweaver::giop::ObjectTraits traits_of(const ObjectId& id) const;
  [[nodiscard]] ObjectReference make_reference(const ObjectId& id,
                                               const std::string& interface_id) const;
  [[nodiscard]] ObjectId id_in_key(std::string_view key) const;
  [[nodiscard]] ObjectReference reference_by_key(std::string_view key,
                                                 const std::string& interface_id) const;
  [[nodiscard]] bool is_key_of_another(std::string_view key) const;
  void dismantle(Objects& objects);
  void forget(const std::string& child, const POA* which);

  Identity identity_;
  std::shared_ptr<const std::string> logged_path_;  // "RootPOA/radio"
  orbweaver::corba::detail::AdapterPolicies policies_;
  CORBA::object_reference<POAManager> manager_;
  std::shared_ptr<const orbweaver::server::PoolAndBounds> pool_;  // null: the ORB's
  std::shared_ptr<orbweaver::dispatch::Lane> lane_;  // of all objects, with SINGLE_THREAD_MODEL
  mutable orbweaver::os::Mutex mutex_;
  bool is_destroyed_ = false;
  std::map<std::string, Reference> children_;
  std::set<ObjectId> active_;
  std::map<ObjectId, ObjectReference> locals_;
  std::multimap<const orbweaver::corba::Servant*, ObjectId> ids_of_servants_;
  std::string id_stamp_;  // of the ids that a persistent adapter makes: differs in each life
  std::uint32_t next_id_ = 1;
};

#undef ORBWEAVER_POA_EXCEPTION

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
