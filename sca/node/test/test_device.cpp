// SPDX-License-Identifier: Apache-2.0
// The device that tests of nodes start. It behaves as its execute parameter `behave` says:
//   silent           never registers, and waits for its end
//   exit             ends at once, with status 3
//   fail initialize  raises InitializeError
//   hang initialize  does not return from initialize
// It prints what it is asked. Its port "out" is a uses port. With the execute parameters of a
// service it registers an object of no use as that service, and waits for its end.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/aggregate_device.hpp>
#include <orbweaver/device/device.hpp>
#include <orbweaver/generated/node/test/composite_device_poa.hpp>
#include <orbweaver/generated/sca/CF/DeviceManager.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>
#include <orbweaver/node/device_program.hpp>
#include <orbweaver/node/signals.hpp>

#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

using namespace orbweaver;

void print(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

class OutPort final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  void connectPort(CORBA::object_reference<CORBA::Object>, const std::string& id) override {
    print("connected " + id);
  }
  void disconnectPort(const std::string& id) override { print("disconnected " + id); }
};

class TestDevice final
    : public device::Device,
      public virtual CORBA::servant_traits<NodeTest::CompositeDevice>::base_type {
 public:
  TestDevice(const files::Adapter& adapter, device::DeviceDescription description,
             std::string behave, std::function<void()> on_released)
      : Device(adapter, std::move(description), nullptr),
        behave_(std::move(behave)),
        on_released_(std::move(on_released)),
        port_(adapter->servant_to_reference(CORBA::make_reference<OutPort>())) {}

  void initialize() override {
    print("initialize");
    if (behave_ == "fail initialize") throw CF::LifeCycle::InitializeError({"no antenna"});
    while (behave_ == "hang initialize") ::pause();
  }
  void configure(const CF::Properties& properties) override {
    for (const auto& property : properties) print("configure " + property.id());
  }
  void releaseObject() override {
    print("releaseObject");
    (void)parts_.release_all();
    Device::releaseObject();
    on_released_();
  }
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override {
    if (name == "out") return port_;
    throw CF::PortSupplier::UnknownPort();
  }
  CF::DeviceSequence devices() override { return parts_.all(); }
  void addDevice(CORBA::object_reference<CF::Device> device) override { parts_.add(device); }
  void removeDevice(CORBA::object_reference<CF::Device> device) override { parts_.remove(device); }

 private:
  const std::string behave_;
  const std::function<void()> on_released_;
  const CORBA::object_reference<CORBA::Object> port_;
  device::DeviceParts parts_;
};

std::string behaviour(const node::DeviceArguments& arguments) {
  for (const auto& [id, value] : arguments.parameters)
    if (id == "behave") return value;
  return {};
}

CORBA::object_reference<CF::Device> serve(const node::DeviceContext& context) {
  const auto behave = behaviour(context.arguments);
  if (behave == "exit") ::_exit(3);
  if (behave == "silent") {
    const node::Signals signals;
    while (signals.wait(Deadline::never()) != node::Signals::SignalResult::to_end) continue;
    ::_exit(0);
  }
  device::DeviceDescription description;
  description.identifier = context.arguments.identifier;
  description.label = context.arguments.label;
  description.software_profile = context.arguments.profile;
  description.composite = context.composite;
  const auto adapter = files::adapter_of(*context.orb, "devices");
  const auto servant = CORBA::make_reference<TestDevice>(adapter, std::move(description), behave,
                                                         context.on_released);
  return IDL::traits<CF::Device>::narrow(adapter->servant_to_reference(servant));
}

/// DEVICE_MGR_IOR, its value, SERVICE_NAME, its value, in this order.
bool is_service(int argc, char** argv) {
  return argc > 4 && std::string_view{argv[3]} == "SERVICE_NAME";
}

int serve_service(int argc, char** argv) {
  const node::Signals signals;
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto manager = IDL::traits<CF::DeviceManager>::narrow(orb->string_to_object(argv[2]));
  const auto adapter = files::adapter_of(*orb, "services");
  const auto service = adapter->servant_to_reference(CORBA::make_reference<OutPort>());
  manager->registerService(service, argv[4]);
  while (signals.wait(Deadline::never()) != node::Signals::SignalResult::to_end) continue;
  manager->unregisterService(service, argv[4]);
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (is_service(argc, argv)) return serve_service(argc, argv);
  return node::run_device_program(argc, argv, serve);
}
