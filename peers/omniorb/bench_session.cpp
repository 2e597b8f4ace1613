#include "bench_session.hpp"

#include <stdexcept>

#include "bench_target.hpp"
#include "orb_options.hpp"

namespace peer {
namespace {

CORBA::Object_ptr activate_here(CORBA::ORB_ptr orb) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  const PortableServer::Servant_var<BenchTarget> servant = new BenchTarget;
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  return poa->id_to_reference(id);
}

CORBA::ORB_var orb_for(const std::string& transport) {
  return make_orb({.client_transports = transport == "auto" ? "unix,tcp" : transport,
                   .max_message_size = 64 << 20});
}

}  // namespace

BenchSession::BenchSession(const std::string& transport, Place place, const std::string& reference)
    : orb_(orb_for(transport)) {
  try {
    const CORBA::Object_var object =
        place == Place::server ? orb_->string_to_object(reference.c_str()) : activate_here(orb_);
    target_ = Bench::Target::_narrow(object);
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error(describe(failure));
  }
  if (CORBA::is_nil(target_)) throw std::invalid_argument("--reference leads to no Bench::Target");
}

BenchSession::~BenchSession() { orb_->destroy(); }

}  // namespace peer
