// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/exception_text.hpp>

#include <orbweaver/device/option_properties.hpp>
#include <orbweaver/device/property_values.hpp>
#include <orbweaver/generated/sca/CF.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <optional>
#include <vector>

namespace orbweaver::program {

namespace {

using Said = std::optional<std::string>;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string ids_of(const CF::Properties& properties) {
  std::vector<std::string> ids;
  for (const auto& property : properties) ids.push_back(property.id());
  return joined(ids);
}

// Returns options with their values, as the value is the fault more often than the name.
std::string options_in(const CF::Properties& options) {
  std::vector<std::string> texts;
  std::string reason;
  for (const auto& option : options) {
    const auto value = device::text_of_value(option.value());
    if (option.id() == device::kReasonId)
      reason = ": " + value.value_or("");
    else
      texts.push_back(value ? option.id() + "=" + *value : option.id());
  }
  return joined(texts) + reason;
}

template <class E>
Said message_of(const CORBA::UserException& exception) {
  const auto* mine = dynamic_cast<const E*>(&exception);
  return mine ? Said{mine->msg()} : Said{};
}

template <class E>
Said messages_of(const CORBA::UserException& exception) {
  const auto* mine = dynamic_cast<const E*>(&exception);
  return mine ? Said{joined(mine->errorMessages())} : Said{};
}

template <class... Es>
Said first_message(const CORBA::UserException& exception) {
  Said said;
  (void)((said = message_of<Es>(exception)) || ...);
  return said;
}

Said message_in(const CORBA::UserException& exception) {
  return first_message<
      CF::Port::InvalidPort, CF::Resource::StartError, CF::Resource::StopError,
      CF::PropertySet::InvalidConfiguration, CF::Device::InvalidState, CF::Device::InvalidCapacity,
      CF::LoadableDevice::LoadFail, CF::ExecutableDevice::ExecuteFail,
      CF::ExecutableDevice::InvalidProcess, CF::InvalidFileName, CF::FileException,
      CF::InvalidObjectReference, CF::ResourceFactory::CreateResourceFailure,
      CF::ResourceFactory::ShutdownFailure, CF::ApplicationFactory::CreateApplicationError,
      CF::DomainManager::ApplicationInstallationError, CF::DomainManager::RegisterError,
      CF::DomainManager::UnregisterError>(exception);
}

Said properties_in(const CORBA::UserException& exception) {
  if (const auto* e = dynamic_cast<const CF::PropertySet::PartialConfiguration*>(&exception))
    return ids_of(e->invalidProperties());
  if (const auto* e = dynamic_cast<const CF::UnknownProperties*>(&exception))
    return ids_of(e->invalidProperties());
  if (const auto* e = dynamic_cast<const CF::ExecutableDevice::InvalidParameters*>(&exception))
    return ids_of(e->invalidParms());
  if (const auto* e = dynamic_cast<const CF::ExecutableDevice::InvalidOptions*>(&exception))
    return options_in(e->invalidOpts());
  if (const auto* e =
          dynamic_cast<const CF::ApplicationFactory::InvalidInitConfiguration*>(&exception))
    return ids_of(e->invalidProperties());
  return {};
}

Said list_in(const CORBA::UserException& exception) {
  if (auto said = messages_of<CF::LifeCycle::InitializeError>(exception)) return said;
  if (auto said = messages_of<CF::LifeCycle::ReleaseError>(exception)) return said;
  const auto* wrong =
      dynamic_cast<const CF::ApplicationFactory::CreateApplicationRequestError*>(&exception);
  if (wrong == nullptr) return {};
  std::vector<std::string> names;
  for (const auto& invalid_assignment : wrong->invalidAssignments())
    names.push_back(invalid_assignment.componentId() + " to " +
                    invalid_assignment.assignedDeviceId());
  return joined(names);
}

}  // namespace

std::string text_of(const CORBA::UserException& exception) {
  auto said = message_in(exception);
  if (!said) said = properties_in(exception);
  if (!said) said = list_in(exception);
  const std::string name{exception._name()};
  return said && !said->empty() ? name + ": " + os::on_one_line(*said) : name;
}

std::string text_of(const CORBA::Exception& exception) {
  if (const auto* user = dynamic_cast<const CORBA::UserException*>(&exception))
    return text_of(*user);
  return os::on_one_line(exception.what());
}

}  // namespace orbweaver::program
