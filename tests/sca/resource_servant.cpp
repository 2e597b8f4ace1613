// SPDX-License-Identifier: Apache-2.0
#include "resource_servant.hpp"

#include <orbweaver/corba/any.hpp>
#include <orbweaver/generated/sca/PortTypes.hpp>

namespace orbweaver::sca_test {

namespace {

template <class T>
CORBA::Any any_of(T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return any;
}

constexpr std::uint32_t kDoubling = 1;

}  // namespace

void OnePort::connectPort(CORBA::object_reference<CORBA::Object> connection,
                          const std::string& connectionId) {
  if (!connection) throw CF::Port::InvalidPort(7, "nil cannot be called");
  if (!connection_.empty()) throw CF::Port::OccupiedPort();
  connection_ = connectionId;
}

void OnePort::disconnectPort(const std::string& connectionId) {
  if (connection_ != connectionId) throw CF::Port::InvalidPort(8, "no connection " + connectionId);
  connection_.clear();
}

ResourceServant::ResourceServant(CORBA::object_reference<CORBA::Object> port)
    : properties_{{"gain", any_of(1.5F)},
                  {"mode", any_of(std::string{"wide"})},
                  {"taps", any_of(PortTypes::LongSequence{1, -2, 3})},
                  {"limits", any_of(CF::Properties{CF::DataType{"low", any_of(-1.0)},
                                                   CF::DataType{"high", any_of(1.0)}})}},
      port_(std::move(port)) {}

void ResourceServant::initialize() {
  if (initialized_) throw CF::LifeCycle::InitializeError({"initialized already", "call it once"});
  initialized_ = true;
}

void ResourceServant::releaseObject() {
  if (running_) throw CF::LifeCycle::ReleaseError({"still running"});
  initialized_ = false;
}

void ResourceServant::runTest(std::uint32_t testid, CF::Properties& testValues) {
  if (testid != kDoubling) throw CF::TestableObject::UnknownTest();
  for (auto& test_value : testValues) {
    std::int32_t number = 0;
    if (!(test_value.value() >>= number)) throw CF::UnknownProperties(testValues);
    test_value.value() <<= 2 * number;
  }
}

void ResourceServant::configure(const CF::Properties& configProperties) {
  CF::Properties refused;
  for (const auto& config_property : configProperties) {
    const auto known = properties_.find(config_property.id());
    if (known == properties_.end() ||
        !known->second.type()->equivalent(config_property.value().type()))
      refused.push_back(config_property);
    else
      known->second = config_property.value();
  }
  if (refused.empty()) return;
  if (refused.size() < configProperties.size())
    throw CF::PropertySet::PartialConfiguration(refused);
  throw CF::PropertySet::InvalidConfiguration("nothing was set", refused);
}

void ResourceServant::query(CF::Properties& configProperties) {
  CF::Properties unknown;
  if (configProperties.empty())
    for (const auto& [id, value] : properties_) configProperties.emplace_back(id, value);
  for (auto& config_property : configProperties) {
    const auto known = properties_.find(config_property.id());
    if (known == properties_.end())
      unknown.push_back(config_property);
    else
      config_property.value(known->second);
  }
  if (!unknown.empty()) throw CF::UnknownProperties(unknown);
}

CORBA::object_reference<CORBA::Object> ResourceServant::getPort(const std::string& name) {
  if (name != "out") throw CF::PortSupplier::UnknownPort();
  return port_;
}

void ResourceServant::start() {
  if (!initialized_)
    throw CF::Resource::StartError(CF::ErrorNumberType::CF_EPERM, "initialize it first");
  running_ = true;
}

void ResourceServant::stop() {
  if (!initialized_)
    throw CF::Resource::StopError(CF::ErrorNumberType::CF_EXDEV, "it was never started");
  running_ = false;
}

}  // namespace orbweaver::sca_test
