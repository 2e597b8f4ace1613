// SPDX-License-Identifier: Apache-2.0
#include "bench_session.hpp"

#include <stdexcept>

#include "bench_target.hpp"
#include "next_object.hpp"
#include "orb_options.hpp"

namespace peer {
namespace {

CORBA::Object_ptr activate_here(CORBA::ORB_ptr orb) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  const PortableServer::Servant_var<BenchTarget> servant = new BenchTarget;
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  return poa->id_to_reference(id.in());
}

/// As omniORB names them.
std::string transports_of(const bench::Options& options) {
  if (options.transport == "tls") return "ssl";
  return options.transport == "auto" ? "unix,tcp" : options.transport;
}

CORBA::ORB_var orb_for(const bench::Options& options) {
  OrbOptions settings{.client_transports = transports_of(options), .max_message_size = 64 << 20};
  if (options.transport == "tls") {
    settings.authority_file = options.certificates + "/authority.pem";
    settings.key_file = options.certificates + "/client.pem";
  }
  return make_orb(settings);
}

}  // namespace

BenchSession::BenchSession(const bench::Options& options, Place place)
    : transports_(transports_of(options)), orb_(orb_for(options)) {
  try {
    const CORBA::Object_var object = place == Place::server
                                         ? next_object(orb_, options.reference, transports_)
                                         : CORBA::Object_var(activate_here(orb_));
    target_ = Bench::Target::_narrow(object);
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error(describe(failure));
  }
  if (CORBA::is_nil(target_)) throw std::invalid_argument("--reference leads to no Bench::Target");
}

BenchSession::~BenchSession() { orb_->destroy(); }

CORBA::Object_var BenchSession::reach(CORBA::Object_ptr named) const {
  return over(orb_, named, transports_);
}

}  // namespace peer
