// SPDX-License-Identifier: Apache-2.0
// The objects of an adapter: ids, keys, references, activation.
#include <orbweaver/corba/poa.hpp>

#include "state/alive.hpp"

#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/wire/key_number.hpp>

#include <map>

namespace PortableServer {

namespace {

constexpr std::uint32_t kNotAnIdOfMine = 0x4f4d000e;  // OMG minor 14 of BAD_PARAM

void require_servant(const Servant& servant) {
  if (!servant)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, "the servant is null");
}

}  // namespace

std::string POA::key_of(const ObjectId& id) const {
  return identity_.key_prefix + ObjectId_to_string(id);
}

// An id is the stamp and a number. The stamp is empty for transient objects, whose keys have one.
ObjectId POA::make_id() {
  const auto number = next_id_++;
  ObjectId id(id_stamp_.begin(), id_stamp_.end());
  id.resize(id_stamp_.size() + sizeof number);
  orbweaver::wire::put_key_number(id.data() + id_stamp_.size(), number);
  return id;
}

// A persistent adapter also made ids in an earlier run of the program. It knows them by their size
// alone.
bool POA::may_be_mine(const ObjectId& id) const {
  if (id.size() != id_stamp_.size() + orbweaver::wire::kKeyNumberSize) return false;
  const auto number = orbweaver::wire::read_key_number(id.data() + id_stamp_.size());
  return policies_.is_persistent() || number < next_id_;
}

void POA::require_mine(const ObjectId& id) const {
  if (policies_.makes_ids() && !may_be_mine(id))
    throw CORBA::BAD_PARAM(kNotAnIdOfMine, CORBA::CompletionStatus::COMPLETED_NO,
                           "the adapter " + identity_.name +
                               " makes its own ids (SYSTEM_ID), and did not make this one");
}

// Requires: the lock is held. It keeps the table of servants and the table of objects consistent.
void POA::activate(const Lock&, const ObjectId& id, const Servant& servant,
                   const orbweaver::server::ObjectPolicies& policies) {
  orbweaver::corba::require_alive(*identity_.orb);
  if (active_.contains(id)) throw ObjectAlreadyActive{};
  if (policies_.has_unique_ids() && ids_of_servants_.contains(servant.get()))
    throw ServantAlreadyActive{};
  if (!identity_.orb->adapter().activate(key_of(id), servant, policies))
    throw ObjectAlreadyActive{};
  active_.insert(id);
  ids_of_servants_.emplace(servant.get(), id);
}

ObjectId POA::activate_object(const Servant& servant) {
  return activate_object(servant, object_policies().dispatch);
}

ObjectId POA::activate_object(const Servant& servant, orbweaver::wire::Dispatch dispatch) {
  require_servant(servant);
  auto policies = object_policies();
  if (!lane_ && !pool_) policies.dispatch = dispatch;
  const auto lock = lock_alive();
  if (!policies_.makes_ids()) throw WrongPolicy{};
  auto id = make_id();
  activate(lock, id, servant, policies);
  return id;
}

void POA::activate_object_with_id(const ObjectId& id, const Servant& servant) {
  require_servant(servant);
  const auto policies = object_policies();
  const auto lock = lock_alive();
  require_mine(id);
  activate(lock, id, servant, policies);
}

ObjectId POA::activate_local(ObjectReference object) {
  if (!object)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, "the object is nil");
  const auto lock = lock_alive();
  if (!policies_.makes_ids()) throw WrongPolicy{};
  auto id = make_id();
  locals_.emplace(id, std::move(object));
  return id;
}

POA::ObjectReference POA::find_local(const ObjectId& id) const {
  const auto lock = lock_alive();
  const auto found = locals_.find(id);
  return found == locals_.end() ? nullptr : found->second;
}

void POA::deactivate_object(const ObjectId& id) {
  // Destroyed after the lock, since a servant's destructor may call adapters.
  std::shared_ptr<orbweaver::server::ActiveObject> object;
  std::map<ObjectId, ObjectReference>::node_type local;
  const auto lock = lock_alive();
  local = locals_.extract(id);
  if (local) return;
  if (active_.erase(id) == 0) throw ObjectNotActive{};
  std::erase_if(ids_of_servants_, [&](const auto& entry) { return entry.second == id; });
  object = identity_.orb->adapter().deactivate(orbweaver::as_bytes(key_of(id)));
}

// ---- references ----

// An object that is not active yet is said to be as its adapter's objects are.
orbweaver::giop::ObjectTraits POA::traits_of(const ObjectId& id) const {
  const auto object = identity_.orb->adapter().find(orbweaver::as_bytes(key_of(id)));
  const auto dispatch = object ? object->dispatch() : object_policies().dispatch;
  return {policies_.priority_model, dispatch != orbweaver::wire::Dispatch::pool};
}

POA::ObjectReference POA::make_reference(const ObjectId& id,
                                         const std::string& interface_id) const {
  orbweaver::corba::require_alive(*identity_.orb);
  auto ior = identity_.orb->make_ior(orbweaver::as_bytes(key_of(id)), interface_id, traits_of(id));
  if (!ior) orbweaver::corba::throw_failure(ior.error());
  return orbweaver::corba::StubFactory::make<CORBA::Object>(
      identity_.orb->make_reference(std::move(*ior)));
}

POA::ObjectReference POA::create_reference(const std::string& interface_id) {
  ObjectId id;
  {
    const auto lock = lock_alive();
    if (!policies_.makes_ids()) throw WrongPolicy{};
    id = make_id();
  }
  return make_reference(id, interface_id);
}

POA::ObjectReference POA::create_reference_with_id(const ObjectId& id,
                                                   const std::string& interface_id) {
  {
    const auto lock = lock_alive();
    require_mine(id);
  }
  return make_reference(id, interface_id);
}

ObjectId POA::id_of(const Lock& lock, const Servant& servant) {
  if (!policies_.has_unique_ids() && !policies_.activates_implicitly()) throw WrongPolicy{};
  const auto found = ids_of_servants_.find(servant.get());
  if (policies_.has_unique_ids() && found != ids_of_servants_.end()) return found->second;
  if (!policies_.activates_implicitly()) throw ServantNotActive{};
  auto id = make_id();
  activate(lock, id, servant, object_policies());
  return id;
}

ObjectId POA::servant_to_id(const Servant& servant) {
  require_servant(servant);
  const auto lock = lock_alive();
  return id_of(lock, servant);
}

POA::ObjectReference POA::servant_to_reference(const Servant& servant) {
  return make_reference(servant_to_id(servant), servant->_interface_id());
}

ObjectId POA::id_in_key(std::string_view key) const {
  const auto id = key.substr(identity_.key_prefix.size());
  return {id.begin(), id.end()};
}

POA::ObjectReference POA::reference_by_key(std::string_view key,
                                           const std::string& interface_id) const {
  return make_reference(id_in_key(key), interface_id);
}

// The keys of INSPOA are the user's, and may begin like another adapter's keys.
bool POA::is_key_of_another(std::string_view key) const {
  const auto bytes = orbweaver::as_bytes(key);
  return identity_.key_prefix.empty() &&
         (identity_.orb->adapter().is_own_key(bytes) ||
          orbweaver::server::ObjectAdapter::is_persistent_key(bytes));
}

ObjectId POA::reference_to_id(const ObjectReference& reference) const {
  const auto lock = lock_alive();
  const auto behind = reference ? orbweaver::corba::StubFactory::reference_of(*reference) : nullptr;
  if (!behind) throw WrongAdapter{};
  const auto key = orbweaver::as_text(behind->object_key());
  if (!key.starts_with(identity_.key_prefix) || is_key_of_another(key)) throw WrongAdapter{};
  return id_in_key(key);
}

Servant POA::reference_to_servant(const ObjectReference& reference) const {
  return id_to_servant(reference_to_id(reference));
}

std::shared_ptr<orbweaver::server::ActiveObject> POA::find(const ObjectId& id) const {
  const auto lock = lock_alive();
  auto object = active_.contains(id)
                    ? identity_.orb->adapter().find(orbweaver::as_bytes(key_of(id)))
                    : nullptr;
  if (!object) throw ObjectNotActive{};
  return object;
}

Servant POA::id_to_servant(const ObjectId& id) const {
  return std::dynamic_pointer_cast<orbweaver::corba::Servant>(find(id)->shared_servant());
}

POA::ObjectReference POA::id_to_reference(const ObjectId& id) {
  if (auto local = find_local(id)) return local;
  return make_reference(id, id_to_servant(id)->_interface_id());
}

std::size_t POA::most_waiting(const ObjectId& id) const {
  (void)find(id);
  return identity_.orb->adapter()
      .most_waiting(orbweaver::as_bytes(key_of(id)))
      .value_or(std::size_t{0});
}

}  // namespace PortableServer
