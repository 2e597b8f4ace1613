// SPDX-License-Identifier: Apache-2.0
// omniorb-amplifier: a component on another ORB, as its maker would write it from the standard: a
// provides port, a uses port, two properties. It knows nothing of Orbweaver.
#include <omniORB4/CORBA.h>
#include <omniORB4/Naming.hh>

#include <future>
#include <string>

#include "component.hh"
#include "execute_parameters.hpp"
#include "samples.hpp"

namespace {

using namespace foreign;

class Amplifier final : public POA_CF::Resource {
 public:
  explicit Amplifier(std::string identifier)
      : identifier_(std::move(identifier)), in_(new SamplesIn(*out_.in(), gain_)) {}

  std::future<void> released() { return released_.get_future(); }

  void initialize() override {}
  void releaseObject() override { released_.set_value(); }
  void runTest(CORBA::ULong, CF::Properties&) override { throw CF::TestableObject::UnknownTest(); }
  void configure(const CF::Properties& wanted) override { configure_gain(gain_, wanted); }
  void query(CF::Properties& asked) override {
    if (asked.length() == 0) {
      asked.length(2);
      asked[0].id = "gain";
      asked[1].id = "running";
    }
    for (CORBA::ULong i = 0; i < asked.length(); ++i) answer(asked[i], asked);
  }
  CORBA::Object_ptr getPort(const char* name) override {
    if (std::string(name) == "samples_in") return in_->_this();
    if (std::string(name) == "samples_out") return out_->_this();
    throw CF::PortSupplier::UnknownPort();
  }
  char* identifier() override { return CORBA::string_dup(identifier_.c_str()); }
  void start() override { is_running_ = true; }
  void stop() override { is_running_ = false; }

 private:
  void answer(CF::DataType& property, const CF::Properties& asked) const {
    const std::string id{property.id};
    if (id == "gain")
      property.value <<= CORBA::Float{gain_};
    else if (id == "running")
      property.value <<= CORBA::Any::from_boolean(is_running_);
    else
      throw CF::UnknownProperties(asked);
  }

  const std::string identifier_;
  std::atomic<float> gain_{1};
  std::atomic<bool> is_running_{false};
  PortableServer::Servant_var<SamplesOut> out_{new SamplesOut};
  PortableServer::Servant_var<SamplesIn> in_;
  std::promise<void> released_;
};

void serve(CORBA::ORB_ptr orb, const Parameters& parameters) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  const PortableServer::Servant_var<Amplifier> component =
      new Amplifier(parameters.at("COMPONENT_IDENTIFIER"));
  const auto released = component->released();
  const CORBA::Object_var context =
      orb->string_to_object(parameters.at("NAMING_CONTEXT_IOR").c_str());
  const CosNaming::NamingContext_var names = CosNaming::NamingContext::_narrow(context);
  CosNaming::Name name;
  name.length(1);
  name[0].id = parameters.at("NAME_BINDING").c_str();
  names->rebind(name, CF::Resource_var(component->_this()));
  released.wait();
}

}  // namespace

int main(int argc, char** argv) {
  const auto parameters = parameters_of(argc, argv);
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  serve(orb, parameters);
  orb->destroy();
  return 0;
}
