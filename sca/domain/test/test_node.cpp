// SPDX-License-Identifier: Apache-2.0
// A node for tests of the domain, in a process of its own:
//
//   orbweaver-domain-test-node FOLDER BEHAVIOUR [NUMBER]
//
// Its device manager, or its device, misbehaves once it is asked (behaviour.hpp). It prints
// references: of its device manager, of the device that registers, and of the real one behind it.
// It ends when it is killed.
#include "fakes.hpp"
#include "faulty_device.hpp"

#include <cstdio>

namespace {

using namespace orbweaver;
using namespace orbweaver::domain::test;

class FaultyManager final : public FakeManager {
 public:
  explicit FaultyManager(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}

  std::string identifier() override {
    behaviour_.reach("node identifier");
    return behaviour_.lies("node identifier") ? std::string{} : FakeManager::identifier();
  }
  std::string label() override {
    behaviour_.reach("node label");
    return behaviour_.lies("node label") ? "../up" : FakeManager::label();
  }
  CORBA::object_reference<CF::FileSystem> fileSys() override {
    behaviour_.reach("node fileSys");
    return behaviour_.lies("node fileSys") ? nullptr : FakeManager::fileSys();
  }
  CF::DeviceSequence registeredDevices() override {
    behaviour_.reach("node registeredDevices");
    auto all = FakeManager::registeredDevices();
    if (behaviour_.lies("node registeredDevices")) all.emplace_back(nullptr);
    return all;
  }
  CF::DeviceManager::ServiceSequence registeredServices() override {
    behaviour_.reach("node registeredServices");
    CF::DeviceManager::ServiceSequence none;
    if (behaviour_.lies("node registeredServices")) none.emplace_back(nullptr, "clock");
    return none;
  }
  std::string getComponentImplementationId(const std::string& part) override {
    behaviour_.reach("node getComponentImplementationId");
    if (behaviour_.lies("node getComponentImplementationId")) return "no such implementation";
    return FakeManager::getComponentImplementationId(part);
  }

 private:
  const Behaviour behaviour_;
};

void print(const std::string& text) {
  std::puts(text.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) return 2;
  const std::string number = argc == 4 ? argv[3] : "1";
  const Behaviour behaviour{argv[2]};
  FakeNode node{std::filesystem::path{argv[1]}, CORBA::make_reference<FaultyManager>(behaviour)};
  node.hang();  // until all is set
  node.manager->id = "n" + number;
  node.manager->name = "node" + number;
  (void)node.start_gpp("gpp" + number);
  const auto servant = CORBA::make_reference<FaultyDevice>(node.gpp, behaviour);
  const auto device = IDL::traits<CF::Device>::narrow(node.serve(servant));
  node.manager->devices = {device};
  node.go_on();
  print(node.orb->object_to_string(node.reference));
  print(node.orb->object_to_string(device));
  print(node.orb->object_to_string(node.gpp));
  while (true) ::pause();
}
