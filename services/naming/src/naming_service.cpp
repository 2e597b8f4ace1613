// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include "context.hpp"

#include <utility>

namespace orbweaver::naming {

namespace {

CORBA::object_reference<PortableServer::POA> adapter_of(CORBA::ORB& orb, const char* name) {
  return IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references(name));
}

// The adapter of contexts and iterators: they find their own ids, and take several requests at the
// same time.
CORBA::object_reference<PortableServer::POA> make_adapter(CORBA::ORB& orb) {
  using PortableServer::ImplicitActivationPolicyValue;
  const auto root = adapter_of(orb, "RootPOA");
  return root->create_POA(
      "orbweaver.naming", root->the_POAManager(),
      {root->create_implicit_activation_policy(ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION),
       std::make_shared<corba::DispatchPolicy>(wire::Dispatch::pool)});
}

}  // namespace

NamingService::NamingService(const std::shared_ptr<CORBA::ORB>& orb, const NamingLimits& limits,
                             OnBind on_bind, OnUnbind on_unbind) {
  const auto tree =
      std::make_shared<Tree>(make_adapter(*orb), limits, std::move(on_bind), std::move(on_unbind));
  const auto id = PortableServer::string_to_ObjectId("NameService");
  const auto names = adapter_of(*orb, "INSPOA");
  names->activate_object_with_id(id, CORBA::make_reference<Context>(tree, Context::Depth::root));
  root_ = names->id_to_reference(id);
  orb->register_initial_reference("NameService", root_);
  names->the_POAManager()->activate();
}

}  // namespace orbweaver::naming
