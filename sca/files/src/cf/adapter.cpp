#include <orbweaver/files/adapter.hpp>

#include <memory>

namespace orbweaver::files {

namespace {

Adapter make(const Adapter& root, const std::string& name) {
  using PortableServer::ImplicitActivationPolicyValue;
  return root->create_POA(
      name, root->the_POAManager(),
      {root->create_implicit_activation_policy(ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION),
       std::make_shared<corba::DispatchPolicy>(wire::Dispatch::pool)});
}

}  // namespace

Adapter adapter_of(CORBA::ORB& orb, const std::string& name) {
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  try {
    return make(root, name);
  } catch (const PortableServer::POA::AdapterAlreadyExists&) {
    return root->find_POA(name, false);
  }
}

}  // namespace orbweaver::files
