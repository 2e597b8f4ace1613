// SPDX-License-Identifier: Apache-2.0
// A device that runs programs, as a real one behind it does, and misbehaves at one operation. An
// operation that takes something misbehaves instead of taking it; one that gives something back
// gives it back first, unless it lies.
#pragma once
#include <orbweaver/generated/sca/CF/ExecutableDevice_poa.hpp>

#include <cstdint>
#include <string>
#include <utility>

#include "behaviour.hpp"

namespace orbweaver::domain::test {

class FaultyDevice final : public CORBA::servant_traits<CF::ExecutableDevice>::base_type {
 public:
  FaultyDevice(CORBA::object_reference<CF::ExecutableDevice> real, Behaviour behaviour)
      : real_(std::move(real)), behaviour_(std::move(behaviour)) {}

  bool allocateCapacity(const CF::Properties& capacities) override {
    behaviour_.reach("allocate");
    if (behaviour_.fails("allocate")) throw CF::Device::InvalidState(kAsked);
    if (behaviour_.refuses("allocate")) return false;
    return behaviour_.lies("allocate") || real_->allocateCapacity(capacities);
  }
  void deallocateCapacity(const CF::Properties& capacities) override {
    if (!behaviour_.lies("deallocate")) real_->deallocateCapacity(capacities);
    behaviour_.reach("deallocate");
    if (behaviour_.fails("deallocate")) throw CF::Device::InvalidCapacity(kAsked, capacities);
  }
  void load(CORBA::object_reference<CF::FileSystem> fs, const std::string& fileName,
            CF::LoadableDevice::LoadType loadKind) override {
    behaviour_.reach("load");
    if (behaviour_.fails("load"))
      throw CF::LoadableDevice::LoadFail(CF::ErrorNumberType::CF_EIO, kAsked);
    if (!behaviour_.lies("load")) real_->load(std::move(fs), fileName, loadKind);
  }
  void unload(const std::string& fileName) override {
    if (!behaviour_.lies("unload")) real_->unload(fileName);
    behaviour_.reach("unload");
    if (behaviour_.fails("unload"))
      throw CF::InvalidFileName(CF::ErrorNumberType::CF_ENOENT, kAsked);
  }
  std::int32_t execute(const std::string& name, const CF::Properties& options,
                       const CF::Properties& parameters) override {
    behaviour_.reach("execute");
    if (behaviour_.fails("execute"))
      throw CF::ExecutableDevice::ExecuteFail(CF::ErrorNumberType::CF_EIO, kAsked);
    if (behaviour_.refuses("execute")) return -1;
    return behaviour_.lies("execute") ? kNoProcess : real_->execute(name, options, parameters);
  }
  void terminate(std::int32_t processId) override {
    try {
      if (!behaviour_.lies("terminate")) real_->terminate(processId);
    } catch (const CF::ExecutableDevice::InvalidProcess&) {
      // A component that was released may have ended by itself before. The device misbehaves all
      // the same.
    }
    behaviour_.reach("terminate");
    if (behaviour_.fails("terminate")) throw CF::Device::InvalidState(kAsked);
  }

  std::string identifier() override {
    behaviour_.reach("identifier");
    return behaviour_.lies("identifier") ? std::string{} : real_->identifier();
  }
  std::string label() override {
    behaviour_.reach("label");
    return real_->label();
  }
  std::string softwareProfile() override {
    behaviour_.reach("softwareProfile");
    return behaviour_.lies("softwareProfile") ? "/none.spd.xml" : real_->softwareProfile();
  }
  void query(CF::Properties& configProperties) override {
    behaviour_.reach("query");
    if (behaviour_.fails("query")) throw CF::UnknownProperties(configProperties);
    if (behaviour_.lies("query")) return;  // with no value in any of them
    real_->query(configProperties);
  }
  CF::Device::UsageType usageState() override { return real_->usageState(); }
  CF::Device::AdminType adminState() override {
    behaviour_.reach("adminState");
    return behaviour_.lies("adminState") ? CF::Device::AdminType::LOCKED : real_->adminState();
  }
  void adminState(CF::Device::AdminType adminState) override { real_->adminState(adminState); }
  CF::Device::OperationalType operationalState() override {
    behaviour_.reach("operationalState");
    return behaviour_.lies("operationalState") ? CF::Device::OperationalType::DISABLED
                                               : real_->operationalState();
  }
  CORBA::object_reference<CF::AggregateDevice> compositeDevice() override { return nullptr; }
  // At terminate the domain must not know that the program has ended: it reports no failure then.
  // So this device ignores the properties by which the domain asks for reports of ends.
  void configure(const CF::Properties& configProperties) override {
    if (behaviour_.is_of("terminate")) return;
    real_->configure(configProperties);
  }
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override {
    return real_->getPort(name);
  }
  void runTest(std::uint32_t testid, CF::Properties& testValues) override {
    real_->runTest(testid, testValues);
  }
  void start() override {}
  void stop() override {}
  void initialize() override {}
  void releaseObject() override { real_->releaseObject(); }

 private:
  static constexpr const char* kAsked = "asked to fail";
  static constexpr std::int32_t kNoProcess = 0x7ffffff0;
  const CORBA::object_reference<CF::ExecutableDevice> real_;
  const Behaviour behaviour_;
};

}  // namespace orbweaver::domain::test
