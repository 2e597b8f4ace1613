// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/program.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <stdexcept>
#include <utility>

namespace orbweaver::component {

void make_component(std::unique_ptr<StreamBase> component, StreamBase::AddPorts control_ports,
                    const resource::ProgramContext& context, resource::ResourceParts& parts) {
  if (auto set = resource::apply_parameters(context.arguments, *component->properties()); !set)
    throw std::invalid_argument(set.error());
  auto ports = component->open(context, control_ports);
  parts = {.identifier = context.arguments.identifier,
           .component = std::move(component),
           .ports = std::move(ports)};
}

}  // namespace orbweaver::component
