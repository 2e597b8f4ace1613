// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/program/served_component.hpp>

#include <orbweaver/generated/corba/CosNaming.hpp>

#include "program/lost_parameters.hpp"

namespace orbweaver::resource {

/// The component's name in the naming context of its application, bound until unbind(). Threads:
/// one.
class ServedComponent::Binding {
 public:
  /// Binds, and replaces a name that another component left. Throws the exceptions of CosNaming,
  /// and BAD_PARAM if the text names no naming context.
  Binding(CORBA::ORB& orb, const std::string& context, const std::string& name,
          const CORBA::object_reference<CORBA::Object>& object);
  /// The application may be gone already, so a failure is no error.
  void unbind() noexcept;

 private:
  CORBA::object_reference<CosNaming::NamingContext> context_;
  CosNaming::Name name_;
};

ServedComponent::Binding::Binding(CORBA::ORB& orb, const std::string& context,
                                  const std::string& name,
                                  const CORBA::object_reference<CORBA::Object>& object)
    : context_(IDL::traits<CosNaming::NamingContext>::narrow(orb.string_to_object(context))),
      name_{CosNaming::NameComponent{name, ""}} {
  if (!context_)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "NAMING_CONTEXT_IOR names no naming context");
  context_->rebind(name_, object);
}

void ServedComponent::Binding::unbind() noexcept {
  try {
    context_->unbind(name_);
  } catch (const CORBA::Exception&) {
    return;
  }
}

ServedComponent::ServedComponent(std::shared_ptr<ResourceServant> servant)
    : servant_(std::move(servant)) {}
ServedComponent::~ServedComponent() = default;

Result<std::unique_ptr<ServedComponent>, std::string> ServedComponent::begin(
    const ProgramContext& context, const MakeParts& make, std::function<void()> on_released) {
  auto parts = make(context);
  if (!parts.component) return unexpected(std::string{"no component was made"});
  if (auto applied = apply_parameters(context.arguments, *parts.component->properties()); !applied)
    return unexpected(std::move(applied.error()));
  for (const auto& lost_parameter :
       lost_parameters(context.arguments, *parts.component->properties()))
    std::fprintf(context.error, "%s: %s\n", context.arguments.identifier.c_str(),
                 lost_parameter.c_str());
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
