// SPDX-License-Identifier: Apache-2.0
// omniorb-tuner: a CF::Device on another ORB, as its maker would write it from the standard: a
// capacity of two channels, a property, ports for samples, and one for the events of its states.
#include <omniORB4/CORBA.h>

#include <future>
#include <string>

#include "domain.hh"
#include "execute_parameters.hpp"
#include "samples.hpp"
#include "state_events.hpp"

namespace {

using namespace foreign;

class Tuner final : public POA_CF::Device {
 public:
  Tuner(const Parameters& parameters, CF::DeviceManager_ptr manager)
      : parameters_(parameters),
        manager_(CF::DeviceManager::_duplicate(manager)),
        events_(new StateEvents(parameters.at("DEVICE_ID"))),
        in_(new SamplesIn(*out_.in(), gain_)) {}

  std::future<void> released() { return released_.get_future(); }

  void initialize() override {}
  void releaseObject() override {
    manager_->unregisterDevice(CF::Device_var(_this()));
    released_.set_value();
  }
  void runTest(CORBA::ULong, CF::Properties&) override { throw CF::TestableObject::UnknownTest(); }
  void configure(const CF::Properties& wanted) override { configure_gain(gain_, wanted); }
  void query(CF::Properties& asked) override {
    if (asked.length() == 0) {
      asked.length(2);
      asked[0].id = "channels";
      asked[1].id = "gain";
    }
    for (CORBA::ULong i = 0; i < asked.length(); ++i) answer(asked[i], asked);
  }
  CORBA::Object_ptr getPort(const char* name) override {
    if (std::string(name) == "samples_in") return in_->_this();
    if (std::string(name) == "samples_out") return out_->_this();
    if (std::string(name) == "events") return events_->_this();
    throw CF::PortSupplier::UnknownPort();
  }
  char* identifier() override { return text("DEVICE_ID"); }
  void start() override {}
  void stop() override {}

  CF::Device::UsageType usageState() override {
    const std::lock_guard lock(mutex_);
    if (left_ == kChannels) return CF::Device::IDLE;
    return left_ == 0 ? CF::Device::BUSY : CF::Device::ACTIVE;
  }
  CF::Device::AdminType adminState() override { return CF::Device::UNLOCKED; }
  void adminState(CF::Device::AdminType wanted) override {
    if (wanted != CF::Device::UNLOCKED) throw CORBA::NO_IMPLEMENT();
  }
  CF::Device::OperationalType operationalState() override { return CF::Device::ENABLED; }
  char* softwareProfile() override { return text("PROFILE_NAME"); }
  char* label() override { return text("DEVICE_LABEL"); }
  CF::AggregateDevice_ptr compositeDevice() override { return CF::AggregateDevice::_nil(); }
  CORBA::Boolean allocateCapacity(const CF::Properties& capacities) override {
    const auto wanted = channels_in(capacities);
    const auto before = usageState();
    {
      const std::lock_guard lock(mutex_);
      if (wanted > left_) return false;
      left_ -= wanted;
    }
    report(before);
    return true;
  }
  void deallocateCapacity(const CF::Properties& capacities) override {
    const auto returned = channels_in(capacities);
    const auto before = usageState();
    {
      const std::lock_guard lock(mutex_);
      if (left_ + returned > kChannels) throw CF::Device::InvalidCapacity("too many", capacities);
      left_ += returned;
    }
    report(before);
  }

 private:
  static constexpr CORBA::ULong kChannels = 2;

  static StandardEvent::StateChangeType event_of(CF::Device::UsageType usage) {
    if (usage == CF::Device::IDLE) return StandardEvent::IDLE;
    return usage == CF::Device::BUSY ? StandardEvent::BUSY : StandardEvent::ACTIVE;
  }
  void report(CF::Device::UsageType before) {
    events_->report(event_of(before), event_of(usageState()));
  }
  [[nodiscard]] char* text(const char* parameter) const {
    return CORBA::string_dup(parameters_.at(parameter).c_str());
  }
  static CORBA::ULong channels_in(const CF::Properties& capacities) {
    CORBA::ULong sum = 0, channels = 0;
    for (CORBA::ULong i = 0; i < capacities.length(); ++i) {
      if (std::string(capacities[i].id) != "channels" || !(capacities[i].value >>= channels) ||
          channels > kChannels)
        throw CF::Device::InvalidCapacity("there are two channels", capacities);
      sum += channels;
    }
    return sum;
  }
  void answer(CF::DataType& property, const CF::Properties& asked) {
    const std::string id{property.id};
    const std::lock_guard lock(mutex_);
    if (id == "channels")
      property.value <<= left_;
    else if (id == "gain")
      property.value <<= CORBA::Float{gain_};
    else
      throw CF::UnknownProperties(asked);
  }

  const Parameters parameters_;
  const CF::DeviceManager_var manager_;
  std::mutex mutex_;
  CORBA::ULong left_ = kChannels;
  std::atomic<float> gain_{1};
  PortableServer::Servant_var<StateEvents> events_;
  PortableServer::Servant_var<SamplesOut> out_{new SamplesOut};
  PortableServer::Servant_var<SamplesIn> in_;
  std::promise<void> released_;
};

void serve(CORBA::ORB_ptr orb, const Parameters& parameters) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  const CORBA::Object_var found = orb->string_to_object(parameters.at("DEVICE_MGR_IOR").c_str());
  const CF::DeviceManager_var manager = CF::DeviceManager::_narrow(found);
  const PortableServer::Servant_var<Tuner> device = new Tuner(parameters, manager);
  const auto released = device->released();
  manager->registerDevice(CF::Device_var(device->_this()));
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
