#include "program/binding.hpp"

namespace orbweaver::resource {

Binding::Binding(CORBA::ORB& orb, const std::string& context, const std::string& name,
                 const CORBA::object_reference<CORBA::Object>& object)
    : context_(IDL::traits<CosNaming::NamingContext>::narrow(orb.string_to_object(context))),
      name_{CosNaming::NameComponent{name, ""}} {
  if (!context_)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "NAMING_CONTEXT_IOR names no naming context");
  context_->rebind(name_, object);
}

void Binding::unbind() noexcept {
  try {
    context_->unbind(name_);
  } catch (const CORBA::Exception&) {
    return;
  }
}

}  // namespace orbweaver::resource
