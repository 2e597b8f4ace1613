// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa_current.hpp>

#include <orbweaver/server/active_object.hpp>
#include <orbweaver/wire/servant_frame.hpp>

namespace PortableServer {

namespace {

orbweaver::server::ActiveObject& object_here() {
  const auto* const frame = orbweaver::wire::ServantFrame::innermost();
  if (frame == nullptr || frame->object() == nullptr) throw Current::NoContext{};
  return static_cast<orbweaver::server::ActiveObject&>(*frame->object());
}

Servant servant_of(const orbweaver::server::ActiveObject& object) {
  return std::dynamic_pointer_cast<orbweaver::corba::Servant>(object.shared_servant());
}

}  // namespace

POA::Reference Current::get_POA() const {
  auto adapter = std::static_pointer_cast<POA>(object_here().adapter());
  if (!adapter)
    throw CORBA::OBJECT_NOT_EXIST(orbweaver::corba::omg_minor(2),
                                  CORBA::CompletionStatus::COMPLETED_NO,
                                  "the adapter of the object is gone");
  return adapter;
}

ObjectId Current::get_object_id() const { return get_POA()->id_in_key(object_here().key()); }

POA::ObjectReference Current::get_reference() const {
  const auto& object = object_here();
  return get_POA()->reference_by_key(object.key(), servant_of(object)->_interface_id());
}

Servant Current::get_servant() const { return servant_of(object_here()); }

}  // namespace PortableServer
