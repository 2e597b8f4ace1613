// The portable object adapter, as CORBA/e Compact has it: adapters below adapters, with policies of
// their own, which give objects their ids and keys and keep the servants that incarnate them.
// CORBA 3.3 Part 1, 15.3.
//
//   auto poa = root->create_POA("radio", root->the_POAManager(),
//                               {root->create_lifespan_policy(LifespanPolicyValue::PERSISTENT),
//                                root->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID)});
//   poa->activate_object_with_id(PortableServer::string_to_ObjectId("modem1"), servant);
#pragma once
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/poa_manager.hpp>
#include <orbweaver/corba/poa_policies.hpp>
#include <orbweaver/corba/servant.hpp>
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

using orbweaver::corba::operator<<;

using ObjectId = std::vector<std::uint8_t>;

[[nodiscard]] ObjectId string_to_ObjectId(const std::string& text);
[[nodiscard]] std::string ObjectId_to_string(const ObjectId& id);

#define ORBWEAVER_POA_EXCEPTION(NAME)                                                  \
  class NAME final : public CORBA::UserException {                                     \
   public:                                                                             \
    static constexpr const char* _id = "IDL:omg.org/PortableServer/POA/" #NAME ":2.3"; \
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }        \
    [[nodiscard]] const char* _name() const noexcept override { return #NAME; }        \
  };

/// Of POA::create_POA: the policy at `index` cannot be had.
class InvalidPolicy final : public CORBA::UserException {
 public:
  static constexpr const char* _id = "IDL:omg.org/PortableServer/POA/InvalidPolicy:2.3";
  explicit InvalidPolicy(std::uint16_t which) noexcept : index_(which) {}
  [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
  [[nodiscard]] const char* _name() const noexcept override { return "InvalidPolicy"; }
  [[nodiscard]] std::uint16_t index() const noexcept { return index_; }

 private:
  std::uint16_t index_;
};

/// "RootPOA" has the standard's policies for it: TRANSIENT, SYSTEM_ID, UNIQUE_ID,
/// IMPLICIT_ACTIVATION. "INSPOA" (ours, as in omniORB) takes the user's ids, which become whole
/// object keys, so that corbaloc:iiop:1.2@host:port/Name finds the object Name. A persistent
/// adapter has keys that are the same in each life of the program: a reference works after a
/// restart if the program listens at the same endpoint (-ORBendPoint) and has the same
/// -ORBserverName.
///
/// Threads: any. Every operation throws OBJECT_NOT_EXIST once the adapter has been destroyed, and
/// BAD_PARAM for a null servant.
class POA final : public CORBA::Object, public std::enable_shared_from_this<POA> {
 public:
  static constexpr const char* _id = "IDL:omg.org/PortableServer/POA:2.3";
  using _traits_type = IDL::traits<POA>;
  using _ref_type = CORBA::object_reference<POA>;
  using _weak_ref_type = CORBA::weak_object_reference<POA>;
  ORBWEAVER_POA_EXCEPTION(ObjectNotActive)
  ORBWEAVER_POA_EXCEPTION(ObjectAlreadyActive)
  ORBWEAVER_POA_EXCEPTION(ServantNotActive)
  ORBWEAVER_POA_EXCEPTION(ServantAlreadyActive)
  ORBWEAVER_POA_EXCEPTION(WrongPolicy)
  ORBWEAVER_POA_EXCEPTION(WrongAdapter)
  ORBWEAVER_POA_EXCEPTION(AdapterAlreadyExists)
  ORBWEAVER_POA_EXCEPTION(AdapterNonExistent)
  using InvalidPolicy = PortableServer::InvalidPolicy;
  using ObjectReference = CORBA::object_reference<CORBA::Object>;
  using Reference = CORBA::object_reference<POA>;

  /// Where an adapter stands: its ORB, its place below others, and what its keys begin with.
  struct Place {
    std::shared_ptr<orbweaver::engine::OrbCore> orb;
    std::string name;
    std::weak_ptr<POA> parent;
    std::string path;        // "/radio/devices": in the keys of persistent objects
    std::string key_prefix;  // what every key begins with
  };
  /// For the ORB; users call create_POA.
  POA(Place place, const orbweaver::corba::AdapterPolicies& policies,
      CORBA::object_reference<POAManager> manager);
  [[nodiscard]] static Reference make_root(const std::shared_ptr<orbweaver::engine::OrbCore>& orb,
                                           const CORBA::object_reference<POAManager>& manager);
  [[nodiscard]] static Reference make_ins(const std::shared_ptr<orbweaver::engine::OrbCore>& orb,
                                          const CORBA::object_reference<POAManager>& manager);

  [[nodiscard]] std::string the_name() const { return place_.name; }
  /// Nil for RootPOA and INSPOA.
  [[nodiscard]] Reference the_parent() const { return place_.parent.lock(); }
  [[nodiscard]] CORBA::object_reference<POAManager> the_POAManager() const { return manager_; }
  [[nodiscard]] std::vector<Reference> the_children() const;

  /// An adapter below this one. What `policies` leave open is as the standard says (TRANSIENT,
  /// UNIQUE_ID, SYSTEM_ID, NO_IMPLICIT_ACTIVATION, ORB_CTRL_MODEL), for ours as the ORB's options
  /// say; nothing is inherited. `manager` nil: one of its own, which holds.
  /// Throws AdapterAlreadyExists; InvalidPolicy; BAD_PARAM for a manager of another ORB, or a
  /// thread pool that does not exist.
  Reference create_POA(const std::string& adapter_name,
                       const CORBA::object_reference<POAManager>& manager,
                       const CORBA::PolicyList& policies);
  /// Throws AdapterNonExistent; `activate_it` changes nothing, as there are no adapter activators.
  [[nodiscard]] Reference find_POA(const std::string& adapter_name, bool activate_it) const;
  /// Deactivates the objects of this adapter and of all below it, which go, too: their names are
  /// free again. `etherealize_objects` changes nothing, as there are no servant managers. With
  /// `wait_for_completion` returns when the requests that were accepted have ended; throws
  /// BAD_INV_ORDER if a servant asks for that.
  void destroy(bool etherealize_objects, bool wait_for_completion);
  /// Ours: what holds for objects that are activated through this adapter, all of it set: its own
  /// policies, and for the rest the ORB's options.
  [[nodiscard]] CORBA::PolicyList effective_policies() const;
  /// Ours: that of them with the type; nil for a thread pool if it is the ORB's. Throws INV_POLICY
  /// for a type that is none of an adapter.
  [[nodiscard]] CORBA::object_reference<CORBA::Policy> get_policy(CORBA::PolicyType type) const;

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

  /// Makes the servant incarnate a new object, with the adapter's dispatch or the given one.
  /// Throws WrongPolicy unless SYSTEM_ID, ServantAlreadyActive with UNIQUE_ID.
  ObjectId activate_object(const Servant& servant);
  ObjectId activate_object(const Servant& servant, orbweaver::wire::Dispatch dispatch);
  /// Ours: gives a local object an id, by which id_to_reference() finds it until it is deactivated.
  /// Reply handlers need none, but are activated where they are servants, as in TAOX11. Throws
  /// WrongPolicy unless SYSTEM_ID, BAD_PARAM for nil.
  template <std::derived_from<CORBA::LocalObject> Local>
  ObjectId activate_object(const std::shared_ptr<Local>& object) {
    return activate_local(object);
  }
  /// Throws ObjectAlreadyActive if the id is taken; ServantAlreadyActive with UNIQUE_ID; BAD_PARAM
  /// (OMG minor 14) with SYSTEM_ID for an id that the adapter did not make.
  void activate_object_with_id(const ObjectId& id, const Servant& servant);
  /// Requests that were accepted are still carried out, and the servant is let go of after the last
  /// one; later ones get OBJECT_NOT_EXIST. Throws ObjectNotActive.
  void deactivate_object(const ObjectId& id);

  /// References to objects that need not be active yet. create_reference throws WrongPolicy unless
  /// SYSTEM_ID; the other BAD_PARAM (OMG minor 14) as activate_object_with_id.
  [[nodiscard]] ObjectReference create_reference(const std::string& interface_id);
  [[nodiscard]] ObjectReference create_reference_with_id(const ObjectId& id,
                                                         const std::string& interface_id);

  /// Of the object that the servant incarnates. With IMPLICIT_ACTIVATION it is activated if it is
  /// not, and, with MULTIPLE_ID, always. Throws ServantNotActive; WrongPolicy with MULTIPLE_ID and
  /// without implicit activation.
  [[nodiscard]] ObjectId servant_to_id(const Servant& servant);
  [[nodiscard]] ObjectReference servant_to_reference(const Servant& servant);
  /// Throw ObjectNotActive; WrongAdapter if another adapter made the reference.
  [[nodiscard]] Servant reference_to_servant(const ObjectReference& reference) const;
  [[nodiscard]] ObjectId reference_to_id(const ObjectReference& reference) const;
  /// Throw ObjectNotActive.
  [[nodiscard]] Servant id_to_servant(const ObjectId& id) const;
  [[nodiscard]] ObjectReference id_to_reference(const ObjectId& id);
  /// Ours, for PortableServer::Current: what an object key of this adapter says.
  [[nodiscard]] ObjectId id_in_key(std::string_view key) const;
  [[nodiscard]] ObjectReference reference_by_key(std::string_view key,
                                                 const std::string& interface_id) const;
  /// Ours: the most requests that waited at once for the object's dispatch. Throws ObjectNotActive.
  [[nodiscard]] std::size_t most_waiting(const ObjectId& id) const;

 private:
  using Lock = std::unique_lock<std::mutex>;
  using Objects = std::vector<std::shared_ptr<orbweaver::server::ActiveObject>>;

  [[nodiscard]] Lock lock_alive() const;
  [[nodiscard]] Place place_below(const std::string& name, bool is_persistent);
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
  [[nodiscard]] ObjectReference make_reference(const ObjectId& id,
                                               const std::string& interface_id) const;
  [[nodiscard]] bool is_key_of_another(std::string_view key) const;
  void take_apart(Objects& objects);
  void forget(const std::string& child, const POA* which);

  Place place_;
  std::shared_ptr<const std::string> told_path_;  // "RootPOA/radio", for log lines
  orbweaver::corba::AdapterPolicies policies_;
  CORBA::object_reference<POAManager> manager_;
  std::shared_ptr<const orbweaver::server::PoolAndBounds> pool_;  // null: the ORB's
  std::shared_ptr<orbweaver::dispatch::Lane> lane_;  // of all objects, with SINGLE_THREAD_MODEL
  mutable std::mutex mutex_;
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
