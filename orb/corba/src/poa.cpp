#include <orbweaver/corba/poa.hpp>

#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace PortableServer {

namespace {

orbweaver::Bytes as_key(const ObjectId& id) noexcept { return std::as_bytes(std::span{id}); }

ObjectId as_id(orbweaver::Bytes key) {
  const auto text = orbweaver::as_text(key);
  return {text.begin(), text.end()};
}

void require_servant(const Servant& servant) {
  if (!servant)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, "the servant is null");
}

// Ours of the server side; see POA::create_POA.
orbweaver::corba::OrderWindow to_order_window(const CORBA::PolicyList& policies) {
  std::optional<orbweaver::corba::OrderWindow> window;
  for (std::size_t i = 0; i < policies.size(); ++i) {
    const auto policy = std::dynamic_pointer_cast<orbweaver::corba::OrderWindowPolicy>(policies[i]);
    if (!policy || window) throw InvalidPolicy{static_cast<std::uint16_t>(i)};
    window = policy->window();
  }
  return window.value_or(orbweaver::corba::OrderWindow{});
}

}  // namespace

ObjectId string_to_ObjectId(const std::string& text) { return {text.begin(), text.end()}; }

void POAManager::activate() {
  if (auto serving = orb_->serve(); !serving) orbweaver::corba::throw_failure(serving.error());
  state_ = State::ACTIVE;
}

POA::POA(std::shared_ptr<orbweaver::engine::OrbCore> orb, IdAssignment ids, std::string name,
         CORBA::object_reference<POAManager> manager)
    : orb_(std::move(orb)), ids_(ids), name_(std::move(name)), manager_(std::move(manager)) {}

CORBA::object_reference<POA> POA::create_POA(const std::string& adapter_name,
                                             const CORBA::object_reference<POAManager>& manager,
                                             const CORBA::PolicyList& policies) {
  if (manager && manager != manager_)
    throw CORBA::BAD_PARAM(
        0, CORBA::CompletionStatus::COMPLETED_NO,
        "all adapters of an ORB share one POAManager: give nil or that of RootPOA");
  auto child = std::make_shared<POA>(orb_, ids_, adapter_name, manager_);
  child->order_window_ = to_order_window(policies);
  const std::lock_guard lock(mutex_);
  if (!children_.emplace(adapter_name, child).second) throw AdapterAlreadyExists{};
  return child;
}

CORBA::object_reference<POA> POA::find_POA(const std::string& adapter_name, bool) const {
  const std::lock_guard lock(mutex_);
  const auto found = children_.find(adapter_name);
  if (found == children_.end()) throw AdapterNonExistent{};
  return found->second;
}

orbweaver::engine::ObjectPolicies POA::object_policies() const {
  const auto& options = orb_->options();
  auto limits = options.order_limits;
  limits.messages = order_window_.messages.value_or(limits.messages);
  limits.bytes = order_window_.bytes.value_or(limits.bytes);
  limits.wait = order_window_.wait.value_or(limits.wait);
  return {options.dispatch, limits};
}

CORBA::PolicyList POA::effective_policies() const {
  const auto limits = object_policies().order_limits;
  return {std::make_shared<orbweaver::corba::OrderWindowPolicy>(
      orbweaver::corba::OrderWindow{limits.messages, limits.bytes, limits.wait})};
}

ObjectId POA::activate_object(const Servant& servant) {
  return activate_object(servant, orb_->options().dispatch);
}

ObjectId POA::activate_object(const Servant& servant, orbweaver::engine::Dispatch dispatch) {
  require_servant(servant);
  if (ids_ != IdAssignment::system) throw WrongPolicy{};
  auto policies = object_policies();
  policies.dispatch = dispatch;
  return as_id(orb_->adapter().activate(servant, policies));
}

void POA::activate_object_with_id(const ObjectId& id, const Servant& servant) {
  require_servant(servant);
  if (ids_ != IdAssignment::user) throw WrongPolicy{};
  if (!orb_->adapter().activate_as(std::string(id.begin(), id.end()), servant, object_policies()))
    throw ObjectAlreadyActive{};
}

void POA::deactivate_object(const ObjectId& id) {
  if (!orb_->adapter().deactivate(as_key(id))) throw ObjectNotActive{};
}

CORBA::object_reference<CORBA::Object> POA::make_reference(const ObjectId& id,
                                                           const char* type_id) {
  auto ior = orb_->make_ior(as_key(id), type_id);
  if (!ior) orbweaver::corba::throw_failure(ior.error());
  return orbweaver::corba::StubFactory::make<CORBA::Object>(orb_->make_reference(std::move(*ior)));
}

CORBA::object_reference<CORBA::Object> POA::id_to_reference(const ObjectId& id) {
  return make_reference(id, id_to_servant(id)->_interface_id());
}

CORBA::object_reference<CORBA::Object> POA::servant_to_reference(const Servant& servant) {
  require_servant(servant);
  return make_reference(servant_to_id(servant), servant->_interface_id());
}

ObjectId POA::servant_to_id(const Servant& servant) const {
  require_servant(servant);
  auto key = orb_->adapter().key_of(*servant);
  if (key.empty()) throw ServantNotActive{};
  return as_id(key);
}

Servant POA::id_to_servant(const ObjectId& id) const {
  const auto object = orb_->adapter().find(as_key(id));
  if (!object) throw ObjectNotActive{};
  return std::dynamic_pointer_cast<orbweaver::corba::Servant>(object->shared_servant());
}

std::size_t POA::most_waiting(const ObjectId& id) const {
  const auto most = orb_->adapter().most_waiting(as_key(id));
  if (!most) throw ObjectNotActive{};
  return *most;
}

}  // namespace PortableServer
