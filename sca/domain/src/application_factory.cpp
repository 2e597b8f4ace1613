// SPDX-License-Identifier: Apache-2.0
#include "application_factory.hpp"

#include <orbweaver/files/names_below_root.hpp>

#include <algorithm>

#include "application_book.hpp"
#include "application_servant.hpp"
#include "deployed_application.hpp"

namespace orbweaver::domain {

namespace {

using Number = CF::ErrorNumberType;
using Kind = deploy::PlanFault::Kind;

deploy::Capacities configuration_of(const resource::AnyBridge& bridge,
                                    const CF::Properties& properties) {
  deploy::Capacities capacities;
  CF::Properties wrong;
  for (const auto& property : properties) {
    auto value = bridge.to_value(property.value());
    if (value)
      capacities.push_back({property.id(), *std::move(value)});
    else
      wrong.push_back(property);
  }
  if (!wrong.empty()) throw CF::ApplicationFactory::InvalidInitConfiguration(std::move(wrong));
  return capacities;
}

Number number_of(const deploy::CreateFailure& failure) {
  if (failure.plan) return Number::CF_ENODEV;
  switch (failure.failure.fault.cause) {
    case deploy::Cause::timed_out:
      return Number::CF_ETIMEDOUT;
    case deploy::Cause::cancelled:
      return Number::CF_ECANCELED;
    case deploy::Cause::ended:
      return Number::CF_ECHILD;
    default:
      return Number::CF_EIO;
  }
}

std::string text_of(const deploy::CreateFailure& failure) {
  std::string text;
  for (const auto& line : deploy::lines(failure)) text += (text.empty() ? "" : "; ") + line;
  return text;
}

/// The arguments of create. Exceptions name the wrong ones.
struct CreateArguments {
  const CF::Properties& configuration;
  const CF::DeviceAssignmentSequence& assignments;
  const std::filesystem::path& root;

  [[noreturn]] void refuse(const deploy::CreateFailure& failure) const {
    const auto& plan = failure.plan;
    const auto is_named = [&](const std::string& name) {
      return std::ranges::find(plan->names, name) != plan->names.end();
    };
    if (plan && plan->kind == Kind::invalid_assignments) {
      CF::DeviceAssignmentSequence wrong;
      std::ranges::copy_if(assignments, std::back_inserter(wrong), [&](const auto& assignment) {
        return is_named(assignment.componentId());
      });
      throw CF::ApplicationFactory::CreateApplicationRequestError(std::move(wrong));
    }
    if (plan && plan->kind == Kind::invalid_configuration) {
      CF::Properties wrong;
      std::ranges::copy_if(configuration, std::back_inserter(wrong),
                           [&](const auto& entry) { return is_named(entry.id()); });
      throw CF::ApplicationFactory::InvalidInitConfiguration(std::move(wrong));
    }
    throw CF::ApplicationFactory::CreateApplicationError(
        number_of(failure), files::names_below_root(text_of(failure), root));
  }
};

}  // namespace

std::string ApplicationFactory::name() { return installed_->name(); }
std::string ApplicationFactory::identifier() { return installed_->id(); }
std::string ApplicationFactory::softwareProfile() { return installed_->file; }

CORBA::object_reference<CF::Application> ApplicationFactory::create(
    const std::string& name, const CF::Properties& initConfiguration,
    const CF::DeviceAssignmentSequence& deviceAssignments) {
  return program::with_alarm(parts_->options.events.on_log,
                             "the creation of application '" + name + "'",
                             [&] { return make(name, initConfiguration, deviceAssignments); });
}

CORBA::object_reference<CF::Application> ApplicationFactory::make(
    const std::string& name, const CF::Properties& initConfiguration,
    const CF::DeviceAssignmentSequence& deviceAssignments) {
  Wish wish{name, configuration_of(resource::AnyBridge{parts_->target.orb}, initConfiguration), {}};
  for (const auto& device_assignment : deviceAssignments)
    wish.assignments[device_assignment.componentId()] = device_assignment.assignedDeviceId();
  const auto application = book_->enter(name, [&](std::uint64_t number, std::string unique) {
    return std::make_shared<DeployedApplication>(parts_, installed_, number, std::move(unique),
                                                 wish);
  });
  if (!application)
    throw CF::ApplicationFactory::CreateApplicationError(Number::CF_ECANCELED,
                                                         "the domain is ending");
  if (const auto created = application->create(); !created) {
    (void)application->release();
    CreateArguments{initConfiguration, deviceAssignments, parts_->options.root}.refuse(
        created.error());
  }
  if (const auto lost = application->lost_settings(); !lost.empty()) {
    (void)application->release();
    for (const auto& entry : lost) parts_->front_end.post_problem(entry);
    throw CF::ApplicationFactory::InvalidInitConfiguration(CF::Properties{});
  }
  application->watch_components();
  application->connect_waiting();  // to services that registered during the deployment
  if (auto reference =
          application->publish(CORBA::make_reference<ApplicationServant>(application))) {
    application->keep_record();
    parts_->front_end.log_event("application '" + application->name() + "' was created");
    return reference;
  }
  throw CF::ApplicationFactory::CreateApplicationError(
      Number::CF_ECANCELED, "application '" + name + "': it was released while it was created");
}

}  // namespace orbweaver::domain
