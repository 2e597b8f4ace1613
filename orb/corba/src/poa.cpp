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

}  // namespace

ObjectId string_to_ObjectId(const std::string& text) { return {text.begin(), text.end()}; }

void POAManager::activate() {
  if (auto serving = orb_->serve(); !serving) orbweaver::corba::throw_failure(serving.error());
  state_ = State::ACTIVE;
}

POA::POA(std::shared_ptr<orbweaver::engine::OrbCore> orb, IdAssignment ids,
         CORBA::object_reference<POAManager> manager)
    : orb_(std::move(orb)), ids_(ids), manager_(std::move(manager)) {}

ObjectId POA::activate_object(const Servant& servant) {
  return activate_object(servant, orb_->options().dispatch);
}

ObjectId POA::activate_object(const Servant& servant, orbweaver::engine::Dispatch dispatch) {
  require_servant(servant);
  if (ids_ != IdAssignment::system) throw WrongPolicy{};
  return as_id(orb_->adapter().activate(servant, dispatch));
}

void POA::activate_object_with_id(const ObjectId& id, const Servant& servant) {
  require_servant(servant);
  if (ids_ != IdAssignment::user) throw WrongPolicy{};
  if (!orb_->adapter().activate_as(std::string(id.begin(), id.end()), servant,
                                   orb_->options().dispatch))
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
