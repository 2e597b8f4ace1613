#include "bench_session.hpp"

#include <stdexcept>

#include "bench_target.hpp"
#include "orb_options.hpp"

namespace peer {
namespace {

PortableServer::POA_var root_poa(CORBA::ORB_ptr orb) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  return PortableServer::POA::_duplicate(poa);
}

// Objects that are not in the adapter's map cannot be called directly.
PortableServer::POA_var default_servant_poa(PortableServer::POA_ptr root) {
  CORBA::PolicyList policies;
  policies.length(3);
  policies[0] = root->create_request_processing_policy(PortableServer::USE_DEFAULT_SERVANT);
  policies[1] = root->create_servant_retention_policy(PortableServer::NON_RETAIN);
  policies[2] = root->create_id_uniqueness_policy(PortableServer::MULTIPLE_ID);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  return root->create_POA("marshalled", manager, policies);
}

CORBA::Object_ptr activate_here(CORBA::ORB_ptr orb, Place place) {
  const PortableServer::POA_var root = root_poa(orb);
  const PortableServer::Servant_var<BenchTarget> servant = new BenchTarget;
  if (place == Place::collocated) {
    const PortableServer::ObjectId_var id = root->activate_object(servant);
    return root->id_to_reference(id);
  }
  const PortableServer::POA_var poa = default_servant_poa(root);
  poa->set_servant(servant);
  return poa->create_reference(Bench::Target::_PD_repoId);
}

CORBA::ORB_var orb_for(const std::string& transport) {
  return make_orb({.client_transports = transport == "auto" ? "unix,tcp" : transport,
                   .max_message_size = 64 << 20});
}

}  // namespace

BenchSession::BenchSession(const std::string& transport, Place place, const std::string& reference)
    : orb_(orb_for(transport)) {
  try {
    const CORBA::Object_var object = place == Place::server
                                         ? orb_->string_to_object(reference.c_str())
                                         : activate_here(orb_, place);
    target_ = Bench::Target::_narrow(object);
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error(describe(failure));
  }
  if (CORBA::is_nil(target_)) throw std::invalid_argument("--reference leads to no Bench::Target");
}

BenchSession::~BenchSession() { orb_->destroy(); }

}  // namespace peer
