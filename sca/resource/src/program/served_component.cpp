#include <orbweaver/resource/program/served_component.hpp>

#include "program/binding.hpp"
#include "program/lost_parameters.hpp"

namespace orbweaver::resource {

ServedComponent::ServedComponent(std::shared_ptr<ResourceServant> servant)
    : servant_(std::move(servant)) {}
ServedComponent::~ServedComponent() = default;

Result<std::unique_ptr<ServedComponent>, std::string> ServedComponent::begin(
    const ProgramContext& context, const MakeParts& make, std::function<void()> on_released) {
  auto parts = make(context);
  if (!parts.component) return unexpected(std::string{"no component was made"});
  if (auto applied = apply_parameters(context.arguments, *parts.component->properties()); !applied)
    return unexpected(std::move(applied.error()));
  for (const auto& each : lost_parameters(context.arguments, *parts.component->properties()))
    std::fprintf(context.error, "%s: %s\n", context.arguments.identifier.c_str(), each.c_str());
  parts.identifier = context.arguments.identifier;
  parts.on_released = std::move(on_released);
  std::unique_ptr<ServedComponent> served{
      new ServedComponent{CORBA::make_reference<ResourceServant>(context.orb, std::move(parts))}};
  served->publish(context);
  return served;
}

void ServedComponent::publish(const ProgramContext& context) {
  const auto reference = servant_->activate(context.adapter);
  context.adapter->the_POAManager()->activate();
  const auto& arguments = context.arguments;
  if (!arguments.naming_context.empty()) {
    binding_ = std::make_unique<Binding>(*context.orb, arguments.naming_context,
                                         arguments.name_binding, reference);
    return;
  }
  std::fprintf(context.output, "%s\n", context.orb->object_to_string(reference).c_str());
  std::fflush(context.output);
}

std::vector<std::string> ServedComponent::end() {
  if (binding_) binding_->unbind();
  return servant_->release();
}

}  // namespace orbweaver::resource
