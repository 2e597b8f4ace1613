// SPDX-License-Identifier: Apache-2.0
// omniorb-foreign-component: an SCA component on omniORB. It knows nothing of Orbweaver: it binds
// itself in its naming context, negates what comes into `in`, an empty packet included, and sends
// it from `out` if that is connected. Of samples below zero it raises BAD_PARAM.
#include <omniORB4/CORBA.h>
#include <omniORB4/Naming.hh>

#include <map>
#include <string>

#include "Resource.hh"
#include "standardInterfaces.hh"

namespace {

std::string value_of(int argc, char** argv, const std::string& id) {
  for (int i = 1; i + 1 < argc; i += 2)
    if (argv[i] == id) return argv[i + 1];
  return {};
}

class UsesPort : public POA_CF::Port {
 public:
  void connectPort(CORBA::Object_ptr connection, const char* id) override {
    const auto port = standardInterfaces::realShort::_narrow(connection);
    if (CORBA::is_nil(port)) throw CF::Port::InvalidPort(1, "it is no realShort");
    connections_[id] = port;
  }
  void disconnectPort(const char* id) override {
    if (connections_.erase(id) == 0) throw CF::Port::InvalidPort(2, "it is not connected");
  }
  void push(const PortTypes::ShortSequence& samples) {
    for (auto& [id, port] : connections_) port->pushPacket(samples);
  }

 private:
  std::map<std::string, standardInterfaces::realShort_var> connections_;
};

class ProvidesPort : public POA_standardInterfaces::realShort {
 public:
  explicit ProvidesPort(UsesPort& out) : out_(&out) {}
  void pushPacket(const PortTypes::ShortSequence& samples) override {
    PortTypes::ShortSequence negated;
    negated.length(samples.length());
    for (CORBA::ULong k = 0; k < samples.length(); ++k) {
      if (samples[k] < 0) throw CORBA::BAD_PARAM();
      negated[k] = static_cast<CORBA::Short>(-samples[k]);
    }
    out_->push(negated);
  }

 private:
  UsesPort* out_;
};

class Component : public POA_CF::Resource {
 public:
  Component(CORBA::ORB_ptr orb, std::string identifier)
      : orb_(CORBA::ORB::_duplicate(orb)), identifier_(std::move(identifier)), in_(out_) {}

  void initialize() override {}
  void releaseObject() override { orb_->shutdown(false); }
  void runTest(CORBA::ULong, CF::Properties&) override { throw CF::TestableObject::UnknownTest(); }
  void configure(const CF::Properties&) override {}
  void query(CF::Properties&) override {}
  CORBA::Object_ptr getPort(const char* name) override {
    if (name == std::string{"in"}) return in_._this();
    if (name == std::string{"out"}) return out_._this();
    throw CF::PortSupplier::UnknownPort();
  }
  char* identifier() override { return CORBA::string_dup(identifier_.c_str()); }
  void start() override {}
  void stop() override {}

 private:
  CORBA::ORB_var orb_;
  const std::string identifier_;
  UsesPort out_;
  ProvidesPort in_;
};

void bind(CORBA::ORB_ptr orb, const std::string& context, const std::string& name,
          CORBA::Object_ptr object) {
  const CORBA::Object_var found = orb->string_to_object(context.c_str());
  const CosNaming::NamingContext_var names = CosNaming::NamingContext::_narrow(found);
  CosNaming::Name step;
  step.length(1);
  step[0].id = name.c_str();
  names->rebind(step, object);
}

}  // namespace

int main(int argc, char** argv) {
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var adapter = PortableServer::POA::_narrow(root);
  Component component(orb, value_of(argc, argv, "COMPONENT_IDENTIFIER"));
  const CF::Resource_var resource = component._this();
  adapter->the_POAManager()->activate();
  bind(orb, value_of(argc, argv, "NAMING_CONTEXT_IOR"), value_of(argc, argv, "NAME_BINDING"),
       resource);
  orb->run();
  orb->destroy();
  return 0;
}
