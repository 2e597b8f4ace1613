// SPDX-License-Identifier: Apache-2.0
#include "device_manager.hpp"

namespace orbweaver::node {

CORBA::object_reference<CORBA::Object> DeviceManager::getPort(const std::string& /*name*/) {
  throw CF::PortSupplier::UnknownPort();
}

void DeviceManager::shutdown() {
  if (core_->options.events.on_shutdown) core_->options.events.on_shutdown();
}

std::string DeviceManager::getComponentImplementationId(
    const std::string& componentInstantiationId) {
  const auto* const component = core_->options.plan.find(componentInstantiationId);
  return component == nullptr ? std::string{} : component->code.implementation;
}

}  // namespace orbweaver::node
