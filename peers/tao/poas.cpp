// SPDX-License-Identifier: Apache-2.0
#include "poas.hpp"

#include "failed.hpp"

#include <tao/LocalObject.h>
#include <tao/PortableServer/ServantActivatorC.h>

namespace peer {

namespace {

class Forwarder : public PortableServer::ServantActivator, public CORBA::LocalObject {
 public:
  explicit Forwarder(const CORBA::Object_var& to) : to_(to) {}

  PortableServer::Servant incarnate(const PortableServer::ObjectId&,
                                    PortableServer::POA_ptr) override {
    throw PortableServer::ForwardRequest(to_.in());
  }
  void etherealize(const PortableServer::ObjectId&, PortableServer::POA_ptr,
                   PortableServer::Servant, CORBA::Boolean, CORBA::Boolean) override {}

 private:
  const CORBA::Object_var to_;
};

void add(CORBA::PolicyList& policies, CORBA::Policy_ptr policy) {
  policies.length(policies.length() + 1);
  policies[policies.length() - 1] = policy;
}

}  // namespace

PortableServer::POA_var make_poa(PortableServer::POA_ptr root, bool persistent,
                                 const Forward& forward) {
  if (forward.is_for_good) throw Failed("TAO's adapter forwards for the time being only");
  const bool forwards = !CORBA::is_nil(forward.to);
  CORBA::PolicyList policies;
  add(policies, root->create_id_assignment_policy(PortableServer::USER_ID));
  if (persistent) add(policies, root->create_lifespan_policy(PortableServer::PERSISTENT));
  if (forwards)
    add(policies, root->create_request_processing_policy(PortableServer::USE_SERVANT_MANAGER));
  const PortableServer::POAManager_var manager = root->the_POAManager();
  PortableServer::POA_var adapter = root->create_POA("lasting", manager, policies);
  if (!forwards) return adapter;
  const PortableServer::ServantManager_var activator = new Forwarder(forward.to);
  adapter->set_servant_manager(activator);
  return adapter;
}

}  // namespace peer
