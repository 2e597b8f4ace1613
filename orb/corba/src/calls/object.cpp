// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/object.hpp>

#include "state/alive.hpp"
#include "state/orbs.hpp"

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/equivalence.hpp>

#include <functional>

namespace CORBA {

using orbweaver::corba::ClientCall;
using orbweaver::corba::Operation;

namespace {

// A local object has no reference either, but it is not nil.
void refuse_nil(const Object& object, std::string_view operation) {
  if (const auto* const nil = dynamic_cast<const orbweaver::corba::NilStub*>(&object))
    orbweaver::corba::throw_nil(nil->repository_id(), operation);
}

}  // namespace

bool Object::_is_a(std::string_view repository_id) const {
  if (!reference_) refuse_nil(*this, "_is_a");
  if (repository_id == _id) return true;
  if (!reference_) return false;
  if (reference_->ior().type_id == repository_id) return true;
  ClientCall call{*this, "_is_a", Operation::twoway};
  if (call.is_collocated())
    return call.run_collocated<orbweaver::corba::Servant>(
        [&](orbweaver::corba::Servant& servant) { return servant._implements(repository_id); });
  call.arguments().put_string(repository_id);
  const bool implements = call.invoke().get_boolean();
  call.check_results();
  return implements;
}

bool Object::_non_existent() const {
  if (!reference_) refuse_nil(*this, "_non_existent");
  if (!reference_) return false;
  if (reference_->is_local()) {
    orbweaver::corba::require_alive(orbweaver::engine::orb_of(*reference_));
    return orbweaver::engine::local_object(*reference_) == nullptr;
  }
  try {
    ClientCall call{*this, "_non_existent", Operation::twoway};
    const bool gone = call.invoke().get_boolean();
    call.check_results();
    return gone;
  } catch (const OBJECT_NOT_EXIST&) {
    return true;
  }
}

std::string Object::_repository_id() const {
  if (!reference_) refuse_nil(*this, "_repository_id");
  if (!reference_)
    throw NO_IMPLEMENT(0, CompletionStatus::COMPLETED_NO, "a local object has no repository id");
  ClientCall call{*this, "_repository_id", Operation::twoway};
  if (call.is_collocated())
    return call.run_collocated<orbweaver::corba::Servant>(
        [](orbweaver::corba::Servant& servant) { return std::string{servant._interface_id()}; });
  auto id = call.invoke().get_string();
  call.check_results();
  return id;
}

object_reference<Object> Object::_get_component() const {
  if (!reference_) refuse_nil(*this, "_get_component");
  if (!reference_) return nullptr;
  ClientCall call{*this, "_component", Operation::twoway};
  if (call.is_collocated())
    return call.run_collocated<orbweaver::corba::Servant>(
        [](orbweaver::corba::Servant&) { return object_reference<Object>{}; });
  auto component = orbweaver::cdr::decode<object_reference<Object>>(call.invoke());
  call.check_results();
  return component;
}

bool Object::_is_equivalent(const object_reference<Object>& other) const {
  if (!reference_) refuse_nil(*this, "_is_equivalent");
  if (!other || !reference_ || !other->reference_) return other.get() == this;
  return orbweaver::giop::are_equivalent(reference_->ior(), other->reference_->ior());
}

object_reference<ORB> Object::_get_orb() const {
  if (!reference_) refuse_nil(*this, "_get_orb");
  if (!reference_)
    throw NO_IMPLEMENT(0, CompletionStatus::COMPLETED_NO, "a local object belongs to no ORB");
  return orbweaver::corba::orb_of(orbweaver::engine::orb_of(*reference_));
}

std::uint32_t Object::_hash(std::uint32_t maximum) const {
  if (!reference_) refuse_nil(*this, "_hash");
  const auto key = reference_ ? orbweaver::as_text(reference_->object_key()) : std::string_view{};
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(key));
  return maximum == 0 ? 0 : hash % (maximum == UINT32_MAX ? maximum : maximum + 1);
}

std::string Object::_transport() const {
  if (!reference_) refuse_nil(*this, "_transport");
  return reference_ ? reference_->transport() : "";
}

}  // namespace CORBA
