// SPDX-License-Identifier: Apache-2.0
// A CF::ExecutableDevice that notes what it is asked.
#pragma once
#include <orbweaver/generated/sca/CF/ExecutableDevice_poa.hpp>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace orbweaver::registry::test {

class FakeDevice final : public CORBA::servant_traits<CF::ExecutableDevice>::base_type {
 public:
  std::vector<std::string> calls;
  CF::Properties options, parameters;
  bool has_room = true, breaks_at_state = false;
  std::string id = "fake", profile;
  CF::Properties answers;  // to query
  int configured = 0;
  CF::Properties values;             // that it was configured with last
  bool fails = false;                // at every question about itself
  std::function<void()> when_asked;  // for its label

  std::int32_t execute(const std::string& name, const CF::Properties& with_options,
                       const CF::Properties& with_parameters) override {
    calls.push_back("execute " + name);
    options = with_options;
    parameters = with_parameters;
    return 7;
  }
  void terminate(std::int32_t processId) override {
    calls.push_back("terminate " + std::to_string(processId));
    throw CF::ExecutableDevice::InvalidProcess(CF::ErrorNumberType::CF_ESRCH, "it has ended");
  }
  void load(CORBA::object_reference<CF::FileSystem>, const std::string& fileName,
            CF::LoadableDevice::LoadType kind) override {
    calls.push_back("load " + fileName + " " + std::to_string(static_cast<int>(kind)));
  }
  void unload(const std::string& fileName) override { calls.push_back("unload " + fileName); }
  bool allocateCapacity(const CF::Properties& capacities) override {
    calls.push_back("allocate " + capacities.front().id());
    return has_room;
  }
  void deallocateCapacity(const CF::Properties& capacities) override {
    calls.push_back("deallocate " + capacities.front().id());
  }
  CF::Device::UsageType usageState() override { return CF::Device::UsageType::IDLE; }
  CF::Device::AdminType adminState() override { return admin; }
  void adminState(CF::Device::AdminType adminState) override { admin = adminState; }
  CF::Device::OperationalType operationalState() override {
    if (breaks_at_state) throw CORBA::INTERNAL(0, CORBA::COMPLETED_NO);
    return operational;
  }
  std::string softwareProfile() override { return profile; }
  std::string label() override {
    if (when_asked) when_asked();
    return "fake";
  }
  CORBA::object_reference<CF::AggregateDevice> compositeDevice() override { return nullptr; }
  std::string identifier() override {
    if (fails) throw std::runtime_error("asked to fail");
    return id;
  }
  void start() override {}
  void stop() override {}
  void initialize() override {}
  void releaseObject() override {}
  void runTest(std::uint32_t, CF::Properties&) override {}
  void configure(const CF::Properties& given) override {
    ++configured;
    values = given;
  }
  void query(CF::Properties& asked) override {
    CF::Properties unknown;
    for (auto& text : asked) {
      const auto known =
          std::ranges::find_if(answers, [&](const auto& one) { return one.id() == text.id(); });
      if (known == answers.end())
        unknown.push_back(text);
      else
        text.value(known->value());
    }
    if (!unknown.empty()) throw CF::UnknownProperties(unknown);
  }
  CORBA::object_reference<CORBA::Object> getPort(const std::string&) override { return nullptr; }

  CF::Device::AdminType admin = CF::Device::AdminType::UNLOCKED;
  CF::Device::OperationalType operational = CF::Device::OperationalType::ENABLED;
};

}  // namespace orbweaver::registry::test
