// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ports/activation.hpp>

#include <orbweaver/base/log.hpp>

namespace orbweaver::ports {

CORBA::object_reference<CORBA::Object> Activation::activate(
    const CORBA::object_reference<PortableServer::POA>& adapter, wire::Dispatch dispatch,
    const char* type) {
  if (!id_) {
    id_ = adapter->activate_object(servant_, dispatch);
    adapter_ = adapter;
  }
  return type == nullptr ? adapter_->id_to_reference(*id_)
                         : adapter_->create_reference_with_id(*id_, type);
}

void Activation::end() noexcept try {
  if (!id_) return;
  const auto id = *id_;
  id_.reset();
  adapter_->deactivate_object(id);
} catch (const CORBA::OBJECT_NOT_EXIST&) {  // the adapter or the ORB has ended before
} catch (const std::exception& failure) {
  log().warn("a port could not be deactivated: {}", failure.what());
}

}  // namespace orbweaver::ports
