// The component's name in the naming context of its application.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>

#include <string>

namespace orbweaver::resource {

/// Bound from its making to unbind(). Threads: one.
class Binding {
 public:
  /// Binds, and replaces a name that another component left. Throws the exceptions of CosNaming, and
  /// BAD_PARAM if the text names no naming context.
  Binding(CORBA::ORB& orb, const std::string& context, const std::string& name,
          const CORBA::object_reference<CORBA::Object>& object);
  /// The application may be gone already, so a failure is no error.
  void unbind() noexcept;

 private:
  CORBA::object_reference<CosNaming::NamingContext> context_;
  CosNaming::Name name_;
};

}  // namespace orbweaver::resource
