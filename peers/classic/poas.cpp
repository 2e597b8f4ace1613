// SPDX-License-Identifier: Apache-2.0
#include "poas.hpp"

namespace peer {

namespace {

// Answers each call with where the object is for good, which a servant manager cannot say.
class Moved : public PortableServer::ServantBase {
 public:
  explicit Moved(const CORBA::Object_var& to) : to_(to) {}

  CORBA::Boolean _dispatch(omniCallHandle&) override {
    throw omniORB::LOCATION_FORWARD(CORBA::Object::_duplicate(to_), true);
  }

 private:
  const CORBA::Object_var to_;
};

class Forwarder : public POA_PortableServer::ServantActivator {
 public:
  explicit Forwarder(const Forward& forward) : forward_(forward) {}

  PortableServer::Servant incarnate(const PortableServer::ObjectId&,
                                    PortableServer::POA_ptr) override {
    if (forward_.is_for_good) return new Moved(forward_.to);
    throw PortableServer::ForwardRequest(forward_.to);
  }
  void etherealize(const PortableServer::ObjectId&, PortableServer::POA_ptr,
                   PortableServer::Servant, CORBA::Boolean, CORBA::Boolean) override {}

 private:
  const Forward forward_;
};

void add(CORBA::PolicyList& policies, CORBA::Policy_ptr policy) {
  policies.length(policies.length() + 1);
  policies[policies.length() - 1] = policy;
}

}  // namespace

PortableServer::POA_var make_poa(PortableServer::POA_ptr root, bool persistent,
                                 const Forward& forward) {
  const bool forwards = !CORBA::is_nil(forward.to);
  CORBA::PolicyList policies;
  add(policies, root->create_id_assignment_policy(PortableServer::USER_ID));
  if (persistent) add(policies, root->create_lifespan_policy(PortableServer::PERSISTENT));
  if (forwards)
    add(policies, root->create_request_processing_policy(PortableServer::USE_SERVANT_MANAGER));
  const PortableServer::POAManager_var manager = root->the_POAManager();
  PortableServer::POA_var adapter = root->create_POA("lasting", manager, policies);
  if (!forwards) return adapter;
  PortableServer::Servant_var<Forwarder> forwarder = new Forwarder(forward);
  const PortableServer::ObjectId_var id = root->activate_object(forwarder);
  const CORBA::Object_var object = root->id_to_reference(id);
  const PortableServer::ServantManager_var activator =
      PortableServer::ServantManager::_narrow(object);
  adapter->set_servant_manager(activator);
  return adapter;
}

}  // namespace peer
