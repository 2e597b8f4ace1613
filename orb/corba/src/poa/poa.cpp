// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa.hpp>

#include "state/alive.hpp"
#include "state/in_flight.hpp"

#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/os/random.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace PortableServer {

namespace {

constexpr std::uint32_t kAdapterDestroyed = 0x4f4d0002;  // OMG minor 2 of OBJECT_NOT_EXIST

// The separators of a key are escaped inside names, so that no two paths have the same key.
std::string escape(const std::string& name) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  for (const char c : name) {
    const auto code = static_cast<unsigned char>(c);
    if (c != '/' && c != ':' && c != '%') {
      result += c;
    } else {
      result += '%';
      result += kDigits[code >> 4];
      result += kDigits[code & 15];
    }
  }
  return result;
}

std::string persistent_prefix(const orbweaver::engine::OrbCore& orb, const std::string& path) {
  return "OP/" + escape(orb.options().server_name) + path + ":";
}

std::shared_ptr<const orbweaver::server::PoolAndBounds> find_pool(orbweaver::engine::OrbCore& orb,
                                                                  RTCORBA::ThreadpoolId id) {
  auto found = orb.pools().find(id);
  if (!found)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "there is no thread pool " + std::to_string(id));
  return std::make_shared<const orbweaver::server::PoolAndBounds>(std::move(*found));
}

// RT-CORBA 1.2, 2.9.4: the priority that a server declares is that of a lane.
void require_lane(orbweaver::engine::OrbCore& orb,
                  const orbweaver::corba::detail::AdapterPolicies& wanted,
                  const CORBA::PolicyList& policies) {
  using orbweaver::giop::PriorityModelKind;
  const auto& model = wanted.priority_model;
  if (!wanted.pool || !model || model->kind != PriorityModelKind::server_declared) return;
  const auto pool = find_pool(orb, *wanted.pool);
  if (pool->lanes.size() == 1 || pool->find(model->priority) != nullptr) return;
  const auto place = std::ranges::find_if(policies, [](const auto& policy) {
    return policy->policy_type() == RTCORBA::PRIORITY_MODEL_POLICY_TYPE;
  });
  throw InvalidPolicy{static_cast<std::uint16_t>(place - policies.begin())};
}

std::string make_stamp() {
  const auto stamp = orbweaver::os::random_number();
  std::string text(sizeof stamp, '\0');
  std::memcpy(text.data(), &stamp, sizeof stamp);
  return text;
}

orbweaver::corba::detail::AdapterPolicies root_policies() {
  orbweaver::corba::detail::AdapterPolicies policies;
  policies.activation = ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION;
  return policies;
}

orbweaver::corba::detail::AdapterPolicies ins_policies() {
  orbweaver::corba::detail::AdapterPolicies policies;
  policies.assignment = IdAssignmentPolicyValue::USER_ID;
  policies.lifespan = LifespanPolicyValue::PERSISTENT;
  return policies;
}

}  // namespace

ObjectId string_to_ObjectId(const std::string& text) { return {text.begin(), text.end()}; }
std::string ObjectId_to_string(const ObjectId& id) { return {id.begin(), id.end()}; }

POA::POA(Identity identity, const orbweaver::corba::detail::AdapterPolicies& policies,
         CORBA::object_reference<POAManager> manager)
    : identity_(std::move(identity)),
      logged_path_(std::make_shared<const std::string>(
          identity_.key_prefix.empty() ? identity_.name : "RootPOA" + identity_.path)),
      policies_(policies),
      manager_(std::move(manager)) {
  if (policies_.pool) pool_ = find_pool(*identity_.orb, *policies_.pool);
  if (policies_.is_single_threaded()) lane_ = identity_.orb->adapter().make_lane(pool_.get());
  if (policies_.is_persistent()) id_stamp_ = make_stamp();
}

POA::Reference POA::make(Identity identity,
                         const orbweaver::corba::detail::AdapterPolicies& policies,
                         CORBA::object_reference<POAManager> manager) {
  return std::shared_ptr<POA>(new POA(std::move(identity), policies, std::move(manager)));
}

POA::Reference POA::make_root(const std::shared_ptr<orbweaver::engine::OrbCore>& orb,
                              const CORBA::object_reference<POAManager>& manager) {
  return make(Identity{orb, "RootPOA", {}, "", orb->adapter().make_transient_prefix()},
              root_policies(), manager);
}

POA::Reference POA::make_ins(const std::shared_ptr<orbweaver::engine::OrbCore>& orb,
                             const CORBA::object_reference<POAManager>& manager) {
  return make(Identity{orb, "INSPOA", {}, "/INSPOA", ""}, ins_policies(), manager);
}

POA::Lock POA::lock_alive() const {
  Lock lock(mutex_);
  if (is_destroyed_)
    throw CORBA::OBJECT_NOT_EXIST(kAdapterDestroyed, CORBA::CompletionStatus::COMPLETED_NO,
                                  "the adapter " + identity_.name + " has been destroyed");
  return lock;
}

// ---- adapters ----

std::vector<POA::Reference> POA::the_children() const {
  const auto lock = lock_alive();
  std::vector<Reference> children;
  for (const auto& [name, child] : children_) children.push_back(child);
  return children;
}

POA::Identity POA::identity_below(const std::string& name, bool is_persistent) {
  auto path = identity_.path + "/" + escape(name);
  auto prefix = is_persistent ? persistent_prefix(*identity_.orb, path)
                              : identity_.orb->adapter().make_transient_prefix();
  return {identity_.orb, name, weak_from_this(), std::move(path), std::move(prefix)};
}

POA::Reference POA::create_POA(const std::string& adapter_name,
                               const CORBA::object_reference<POAManager>& manager,
                               const CORBA::PolicyList& policies) {
  if (manager && manager->orb_ != identity_.orb)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "the POAManager is that of another ORB");
  orbweaver::corba::require_alive(*identity_.orb);
  const auto wanted = orbweaver::corba::detail::to_adapter_policies(policies);
  require_lane(*identity_.orb, wanted, policies);
  const auto lock = lock_alive();
  if (children_.contains(adapter_name)) throw AdapterAlreadyExists{};
  auto child = make(identity_below(adapter_name, wanted.is_persistent()), wanted,
                    manager ? manager : POAManager::make(identity_.orb));
  children_.emplace(adapter_name, child);
  return child;
}

POA::Reference POA::find_POA(const std::string& adapter_name, bool) const {
  const auto lock = lock_alive();
  const auto found = children_.find(adapter_name);
  if (found == children_.end()) throw AdapterNonExistent{};
  return found->second;
}

void POA::destroy(bool, bool wait_for_completion) {
  if (wait_for_completion)
    orbweaver::corba::require_no_servant("destroy the adapter without wait_for_completion");
  Objects objects;
  dismantle(objects);
  if (const auto parent = the_parent()) parent->forget(identity_.name, this);
  if (wait_for_completion) orbweaver::server::ObjectAdapter::wait_for_uses(std::move(objects));
}

// Children, objects and servants are destroyed after the lock is released, since a servant's
// destructor may call adapters.
void POA::dismantle(Objects& objects) {
  std::map<std::string, Reference> children;
  std::set<ObjectId> active;
  std::map<ObjectId, ObjectReference> locals;
  {
    const auto lock = lock_alive();
    is_destroyed_ = true;
    children.swap(children_);
    active.swap(active_);
    locals.swap(locals_);
    ids_of_servants_.clear();
  }
  for (const auto& [name, child] : children) child->dismantle(objects);
  for (const auto& id : active)
    if (auto object = identity_.orb->adapter().deactivate(orbweaver::as_bytes(key_of(id))))
      objects.push_back(std::move(object));
}

void POA::forget(const std::string& child, const POA* which) {
  const Lock lock(mutex_);
  const auto found = children_.find(child);
  if (found != children_.end() && found->second.get() == which) children_.erase(found);
}

// ---- policies ----

orbweaver::server::ObjectPolicies POA::object_policies() const {
  const auto& options = identity_.orb->options();
  const auto& window = policies_.order_window;
  auto limits = options.order_limits;
  limits.messages = window.messages.value_or(limits.messages);
  limits.bytes = window.bytes.value_or(limits.bytes);
  limits.wait = window.wait.value_or(limits.wait);
  using orbweaver::wire::Dispatch;
  auto dispatch = lane_ ? Dispatch::lane : policies_.dispatch.value_or(options.dispatch);
  if (pool_ && dispatch == Dispatch::connection) dispatch = Dispatch::lane;
  return {dispatch,
          limits,
          manager_->gate_,
          lane_,
          pool_,
          policies_.priority_model,
          std::const_pointer_cast<POA>(shared_from_this()),
          logged_path_};
}

CORBA::object_reference<CORBA::Policy> POA::get_policy(CORBA::PolicyType type) const {
  for (auto& policy : effective_policies())
    if (policy->policy_type() == type) return policy;
  if (type == RTCORBA::THREADPOOL_POLICY_TYPE || type == RTCORBA::PRIORITY_MODEL_POLICY_TYPE)
    return nullptr;
  throw CORBA::INV_POLICY(0, CORBA::CompletionStatus::COMPLETED_NO,
                          "policy type " + std::to_string(type) + " is not one of an adapter");
}

CORBA::PolicyList POA::effective_policies() const {
  const auto chosen = object_policies();
  const auto& limits = chosen.order_limits;
  CORBA::PolicyList list{
      std::make_shared<ThreadPolicy>(policies_.thread),
      std::make_shared<LifespanPolicy>(policies_.lifespan),
      std::make_shared<IdUniquenessPolicy>(policies_.uniqueness),
      std::make_shared<IdAssignmentPolicy>(policies_.assignment),
      std::make_shared<ImplicitActivationPolicy>(policies_.activation),
      std::make_shared<ServantRetentionPolicy>(ServantRetentionPolicyValue::RETAIN),
      std::make_shared<RequestProcessingPolicy>(
          RequestProcessingPolicyValue::USE_ACTIVE_OBJECT_MAP_ONLY),
      std::make_shared<orbweaver::corba::DispatchPolicy>(chosen.dispatch),
      std::make_shared<orbweaver::corba::OrderWindowPolicy>(
          orbweaver::corba::OrderWindow{limits.messages, limits.bytes, limits.wait})};
  if (policies_.priority_model)
    list.push_back(std::make_shared<RTCORBA::PriorityModelPolicy>(
        static_cast<RTCORBA::PriorityModel>(policies_.priority_model->kind),
        policies_.priority_model->priority));
  if (policies_.pool) list.push_back(std::make_shared<RTCORBA::ThreadpoolPolicy>(*policies_.pool));
  return list;
}

CORBA::object_reference<ThreadPolicy> POA::create_thread_policy(ThreadPolicyValue value) const {
  return std::make_shared<ThreadPolicy>(value);
}
CORBA::object_reference<LifespanPolicy> POA::create_lifespan_policy(
    LifespanPolicyValue value) const {
  return std::make_shared<LifespanPolicy>(value);
}
CORBA::object_reference<IdUniquenessPolicy> POA::create_id_uniqueness_policy(
    IdUniquenessPolicyValue value) const {
  return std::make_shared<IdUniquenessPolicy>(value);
}
CORBA::object_reference<IdAssignmentPolicy> POA::create_id_assignment_policy(
    IdAssignmentPolicyValue value) const {
  return std::make_shared<IdAssignmentPolicy>(value);
}
CORBA::object_reference<ImplicitActivationPolicy> POA::create_implicit_activation_policy(
    ImplicitActivationPolicyValue value) const {
  return std::make_shared<ImplicitActivationPolicy>(value);
}

}  // namespace PortableServer
