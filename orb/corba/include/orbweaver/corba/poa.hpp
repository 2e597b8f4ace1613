// The portable object adapter as far as it goes: the root POA, an adapter for plain names
// (corbaloc), and adapters with policies of their own below them. CORBA 3.3 Part 1, 15.3.
#pragma once
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/engine/policies.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::engine {
class OrbCore;
}

namespace PortableServer {

using ObjectId = std::vector<std::uint8_t>;

[[nodiscard]] ObjectId string_to_ObjectId(const std::string& text);

#define ORBWEAVER_POA_EXCEPTION(NAME)                                                  \
  class NAME final : public CORBA::UserException {                                     \
   public:                                                                             \
    static constexpr const char* _id = "IDL:omg.org/PortableServer/POA/" #NAME ":2.3"; \
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }        \
    [[nodiscard]] const char* _name() const noexcept override { return #NAME; }        \
  };

/// Requests wait in the transport until activate().
class POAManager final : public CORBA::Object {
 public:
  explicit POAManager(std::shared_ptr<orbweaver::engine::OrbCore> orb) : orb_(std::move(orb)) {}
  enum class State : std::uint32_t { HOLDING, ACTIVE };
  /// Throws COMM_FAILURE, with the endpoint in its text, if an endpoint cannot be opened.
  void activate();
  [[nodiscard]] State get_state() const noexcept { return state_; }

 private:
  std::shared_ptr<orbweaver::engine::OrbCore> orb_;
  std::atomic<State> state_ = State::HOLDING;
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

/// "RootPOA" makes its own ids (SYSTEM_ID, TRANSIENT, RETAIN). "INSPOA" takes the user's ids, which
/// become whole object keys, so that corbaloc:iiop:1.2@host:port/Name finds the object Name.
/// Adapters of one ORB share one table of objects: an id that one of them gave is known to all.
/// Threads: any.
class POA final : public CORBA::Object {
 public:
  ORBWEAVER_POA_EXCEPTION(ObjectNotActive)
  ORBWEAVER_POA_EXCEPTION(ObjectAlreadyActive)
  ORBWEAVER_POA_EXCEPTION(ServantNotActive)
  ORBWEAVER_POA_EXCEPTION(WrongPolicy)
  ORBWEAVER_POA_EXCEPTION(AdapterAlreadyExists)
  ORBWEAVER_POA_EXCEPTION(AdapterNonExistent)
  using InvalidPolicy = PortableServer::InvalidPolicy;

  enum class IdAssignment { system, user };
  POA(std::shared_ptr<orbweaver::engine::OrbCore> orb, IdAssignment ids, std::string name,
      CORBA::object_reference<POAManager> manager);

  [[nodiscard]] std::string the_name() const { return name_; }
  [[nodiscard]] CORBA::object_reference<POAManager> the_POAManager() const { return manager_; }

  /// An adapter below this one, with policies for the objects that are activated through it:
  /// orbweaver::corba::OrderWindowPolicy. What they leave open is as the ORB's options say; nothing
  /// is inherited but how ids are assigned. `manager`: nil, or the ORB's one, which all share.
  /// Throws AdapterAlreadyExists; InvalidPolicy for a policy that is not of the server side, is nil
  /// or comes twice; BAD_PARAM for another manager.
  CORBA::object_reference<POA> create_POA(const std::string& adapter_name,
                                          const CORBA::object_reference<POAManager>& manager,
                                          const CORBA::PolicyList& policies);
  /// Throws AdapterNonExistent; `activate_it` changes nothing, as there are no adapter activators.
  [[nodiscard]] CORBA::object_reference<POA> find_POA(const std::string& adapter_name,
                                                      bool activate_it) const;
  /// Ours: what holds for objects that are activated through this adapter, all of it set: its own
  /// policies, and for the rest the ORB's options.
  [[nodiscard]] CORBA::PolicyList effective_policies() const;

  /// Makes the servant incarnate a new object, with the ORB's dispatch or the given one.
  /// Throws WrongPolicy on INSPOA, BAD_PARAM for a null servant.
  ObjectId activate_object(const Servant& servant);
  ObjectId activate_object(const Servant& servant, orbweaver::engine::Dispatch dispatch);
  /// Throws WrongPolicy on RootPOA, ObjectAlreadyActive if the id is taken.
  void activate_object_with_id(const ObjectId& id, const Servant& servant);
  /// Requests that were accepted are still carried out; later ones get OBJECT_NOT_EXIST.
  void deactivate_object(const ObjectId& id);
  [[nodiscard]] CORBA::object_reference<CORBA::Object> id_to_reference(const ObjectId& id);
  [[nodiscard]] CORBA::object_reference<CORBA::Object> servant_to_reference(const Servant& servant);
  [[nodiscard]] ObjectId servant_to_id(const Servant& servant) const;
  [[nodiscard]] Servant id_to_servant(const ObjectId& id) const;
  /// Ours: the most requests that waited at once for the object's dispatch. Throws ObjectNotActive.
  [[nodiscard]] std::size_t most_waiting(const ObjectId& id) const;

 private:
  [[nodiscard]] orbweaver::engine::ObjectPolicies object_policies() const;
  [[nodiscard]] CORBA::object_reference<CORBA::Object> make_reference(const ObjectId& id,
                                                                      const char* type_id);

  std::shared_ptr<orbweaver::engine::OrbCore> orb_;
  IdAssignment ids_;
  std::string name_;
  CORBA::object_reference<POAManager> manager_;
  orbweaver::corba::OrderWindow order_window_;
  mutable std::mutex mutex_;
  std::map<std::string, CORBA::object_reference<POA>> children_;
};

#undef ORBWEAVER_POA_EXCEPTION

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
