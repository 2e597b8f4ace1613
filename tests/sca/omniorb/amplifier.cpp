// omniorb-amplifier: a component on another ORB, as its maker would write it from the standard: a
// provides port, a uses port, a property. It knows nothing of Orbweaver.
#include <atomic>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <omniORB4/CORBA.h>
#include <omniORB4/Naming.hh>

#include "component.hh"

namespace {

using Parameters = std::map<std::string, std::string>;

class SamplesOut final : public POA_CF::Port {
 public:
  void connectPort(CORBA::Object_ptr object, const char* id) override {
    const auto destination = standardInterfaces::realFloat::_narrow(object);
    if (CORBA::is_nil(destination)) throw CF::Port::InvalidPort(1, "it takes no samples");
    const std::lock_guard lock(mutex_);
    destinations_[id] = destination;
  }
  void disconnectPort(const char* id) override {
    const std::lock_guard lock(mutex_);
    if (destinations_.erase(id) == 0) throw CF::Port::InvalidPort(2, "there is none of this id");
  }
  void push(const PortTypes::FloatSequence& samples) {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, destination] : destinations_) destination->pushPacket(samples);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, standardInterfaces::realFloat_var> destinations_;
};

class SamplesIn final : public POA_standardInterfaces::realFloat {
 public:
  SamplesIn(SamplesOut& out, const std::atomic<float>& gain) : out_(out), gain_(gain) {}
  void pushPacket(const PortTypes::FloatSequence& samples) override {
    PortTypes::FloatSequence amplified(samples);
    for (CORBA::ULong i = 0; i < amplified.length(); ++i) amplified[i] *= gain_;
    out_.push(amplified);
  }

 private:
  SamplesOut& out_;
  const std::atomic<float>& gain_;
};

class Amplifier final : public POA_CF::Resource {
 public:
  explicit Amplifier(std::string identifier)
      : identifier_(std::move(identifier)), in_(new SamplesIn(*out_.in(), gain_)) {}

  std::future<void> released() { return released_.get_future(); }

  void initialize() override {}
  void releaseObject() override { released_.set_value(); }
  void runTest(CORBA::ULong, CF::Properties&) override { throw CF::TestableObject::UnknownTest(); }
  void configure(const CF::Properties& wanted) override {
    CORBA::Float gain = 0;
    for (CORBA::ULong i = 0; i < wanted.length(); ++i) {
      if (std::string(wanted[i].id) != "gain" || !(wanted[i].value >>= gain))
        throw CF::PropertySet::InvalidConfiguration("there is gain alone", wanted);
      gain_ = gain;
    }
  }
  void query(CF::Properties& asked) override {
    asked.length(1);
    asked[0].id = "gain";
    asked[0].value <<= CORBA::Float{gain_};
  }
  CORBA::Object_ptr getPort(const char* name) override {
    if (std::string(name) == "samples_in") return in_->_this();
    if (std::string(name) == "samples_out") return out_->_this();
    throw CF::PortSupplier::UnknownPort();
  }
  char* identifier() override { return CORBA::string_dup(identifier_.c_str()); }
  void start() override {}
  void stop() override {}

 private:
  const std::string identifier_;
  std::atomic<float> gain_{1};
  PortableServer::Servant_var<SamplesOut> out_{new SamplesOut};
  PortableServer::Servant_var<SamplesIn> in_;
  std::promise<void> released_;
};

/// What a device's execute writes: ids and values by turns.
Parameters parameters_of(int argc, char** argv) {
  Parameters made;
  for (int i = 1; i + 1 < argc; i += 2) made[argv[i]] = argv[i + 1];
  return made;
}

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
