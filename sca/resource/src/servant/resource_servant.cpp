// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/resource_servant.hpp>

#include "servant/error_number.hpp"
#include "servant/figures.hpp"

#include <algorithm>
#include <iterator>

namespace orbweaver::resource {

namespace {

/// Runs a step of the component's; what it throws is a failure.
template <class Step>
Outcome attempt(Step step) {
  try {
    return step();
  } catch (const std::exception& error) {
    return unexpected(Failure{{error.what()}, 0});
  } catch (...) {
    return unexpected(Failure{{"the component threw what is no std::exception"}, 0});
  }
}

std::string joined(const Failure& failure) {
  std::string all;
  for (const auto& message : failure.messages) all += (all.empty() ? "" : "; ") + message;
  return all;
}

std::string not_in(Life::State state, const char* step) {
  return std::string{step} + " is not possible: the component is " + std::string{name_of(state)};
}

[[noreturn]] void raise_unknown_inputs(const CF::Properties& given,
                                       const std::vector<std::size_t>& culprits) {
  CF::Properties invalid;
  for (const auto index : culprits) invalid.push_back(given[index]);
  throw CF::UnknownProperties(std::move(invalid));
}

}  // namespace

ResourceServant::ResourceServant(const std::shared_ptr<CORBA::ORB>& orb, ResourceParts parts)
    : parts_(std::move(parts)),
      bridge_(orb),
      properties_(parts_.component->properties(), bridge_) {}

CORBA::object_reference<CF::Resource> ResourceServant::activate(
    const CORBA::object_reference<PortableServer::POA>& adapter) {
  const std::lock_guard lock(mutex_);
  object_ = adapter->activate_object(_lock());
  adapter_ = adapter;
  return IDL::traits<CF::Resource>::narrow(
      adapter_->create_reference_with_id(object_, CF::Resource::_id));
}

Life::State ResourceServant::state() const {
  const std::lock_guard lock(mutex_);
  return life_.state();
}

// ---- CF::LifeCycle ----

void ResourceServant::initialize() {
  const std::lock_guard lock(mutex_);
  if (life_.initialize() == Life::Step::refuse)
    throw CF::LifeCycle::InitializeError({not_in(life_.state(), "initialize")});
  auto done = attempt([this] { return parts_.component->initialize(); });
  if (!done) throw CF::LifeCycle::InitializeError(std::move(done.error().messages));
  life_.initialised();
}

void ResourceServant::carry_out(Life::Release release, Messages& failed) {
  const auto note = [&](Outcome done) {
    if (!done) std::ranges::move(done.error().messages, std::back_inserter(failed));
  };
  if (release == Life::Release::stop_and_release)
    note(attempt([this] { return parts_.component->stop(); }));
  note(attempt([this] { return parts_.component->release(); }));
  if (parts_.ports) parts_.ports->close();
  end_object(failed);
}

void ResourceServant::end_object(Messages& failed) noexcept {
  if (!adapter_) return;
  try {
    adapter_->deactivate_object(object_);
  } catch (const CORBA::Exception& error) {
    failed.emplace_back(std::string{"the object could not be ended: "} + error.what());
  }
}

std::optional<ResourceServant::Messages> ResourceServant::release_once() {
  Messages failed;
  {
    const std::lock_guard lock(mutex_);
    const auto release = life_.release();
    if (release == Life::Release::nothing) return std::nullopt;
    carry_out(release, failed);
  }
  if (parts_.on_released) parts_.on_released();
  return failed;
}

std::vector<std::string> ResourceServant::release() { return release_once().value_or(Messages{}); }

void ResourceServant::releaseObject() {
  auto failed = release_once();
  if (!failed)
    throw CORBA::OBJECT_NOT_EXIST(0, CORBA::CompletionStatus::COMPLETED_NO,
                                  "the component has been released");
  if (!failed->empty()) throw CF::LifeCycle::ReleaseError(std::move(*failed));
}

// ---- CF::Resource ----

std::string ResourceServant::identifier() { return parts_.identifier; }

void ResourceServant::start() {
  const std::lock_guard lock(mutex_);
  const auto step = life_.start();
  if (step == Life::Step::refuse)
    throw CF::Resource::StartError(CF::ErrorNumberType::CF_EPERM, not_in(life_.state(), "start"));
  if (step == Life::Step::nothing) return;
  const auto done = attempt([this] { return parts_.component->start(); });
  if (!done) throw CF::Resource::StartError(error_number(done.error().error), joined(done.error()));
  life_.started();
}

void ResourceServant::stop() {
  const std::lock_guard lock(mutex_);
  if (life_.stop() == Life::Step::nothing) return;
  const auto done = attempt([this] { return parts_.component->stop(); });
  if (!done) throw CF::Resource::StopError(error_number(done.error().error), joined(done.error()));
  life_.stopped();
}

Orbweaver::ComponentFigures ResourceServant::figures() {
  const auto snapshot = parts_.component->snapshot();
  if (!snapshot)
    throw CORBA::NO_IMPLEMENT(0, CORBA::CompletionStatus::COMPLETED_NO,
                              "the component measures nothing");
  return to_idl(*snapshot);
}

// ---- CF::TestableObject ----

std::vector<property::Field> ResourceServant::checked_inputs(const TestDefinition& test,
                                                             const CF::Properties& given) const {
  std::vector<property::Field> inputs;
  std::vector<std::size_t> culprits;
  for (std::size_t i = 0; i < given.size(); ++i) {
    auto value = bridge_.to_value(given[i].value());
    if (value) inputs.push_back({given[i].id(), std::move(*value)});
    if (!value || !check_input(test, inputs.back())) culprits.push_back(i);
  }
  if (!culprits.empty()) raise_unknown_inputs(given, culprits);
  add_defaults(test, inputs);
  return inputs;
}

void ResourceServant::runTest(std::uint32_t testid, CF::Properties& testValues) {
  const auto* test = find_test(parts_.tests, testid);
  if (test == nullptr) throw CF::TestableObject::UnknownTest();
  const auto results = parts_.component->run_test(testid, checked_inputs(*test, testValues));
  testValues.clear();
  for (const auto& result : results)
    testValues.emplace_back(result.id, bridge_.to_any(result.value).value_or(CORBA::Any{}));
}

// ---- CF::PropertySet, CF::PortSupplier ----

void ResourceServant::configure(const CF::Properties& configProperties) {
  properties_.configure(configProperties);
}

void ResourceServant::query(CF::Properties& configProperties) {
  properties_.query(configProperties);
}

CORBA::object_reference<CORBA::Object> ResourceServant::getPort(const std::string& name) {
  auto port = parts_.ports ? parts_.ports->find(name) : nullptr;
  if (!port) throw CF::PortSupplier::UnknownPort();
  return port;
}

}  // namespace orbweaver::resource
