// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/peer.hpp>

#include <orbweaver/corba/servant.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace orbweaver::corba {

namespace {

client::Reference* behind(const CORBA::object_reference<CORBA::Object>& object) {
  return object ? StubFactory::reference_of(*object).get() : nullptr;
}

}  // namespace

bool omits_replies(const CORBA::object_reference<CORBA::Object>& object) {
  const auto* const reference = behind(object);
  return reference != nullptr && reference->omits_replies();
}

bool keeps_order(const CORBA::object_reference<CORBA::Object>& object) {
  const auto* const reference = behind(object);
  return reference != nullptr && reference->facts().traits.keeps_order;
}

std::shared_ptr<Servant> local_servant(const CORBA::object_reference<CORBA::Object>& object) {
  const auto* const reference = behind(object);
  if (reference == nullptr || !reference->is_local() || reference->is_forwarded()) return nullptr;
  if (async_collocation_for(*reference) == wire::Collocation::off) return nullptr;
  const auto active = engine::local_object(*reference);
  return active ? std::dynamic_pointer_cast<Servant>(active->shared_servant()) : nullptr;
}

std::size_t waiting_in_lane(const CORBA::object_reference<CORBA::Object>& object) {
  const auto* const reference = behind(object);
  if (reference == nullptr || !reference->is_local() || reference->is_forwarded()) return 0;
  const auto active = engine::local_object(*reference);
  return active ? active->lane().statistics().waiting : 0;
}

}  // namespace orbweaver::corba
