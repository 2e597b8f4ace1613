// SPDX-License-Identifier: Apache-2.0
#include "exception_members.hpp"

#include <orbweaver/corba/text.hpp>
#include <orbweaver/generated/sca/CF.hpp>

#include <cstdint>

namespace orbweaver::control {

namespace {

/// Collects the members of one exception.
class ExceptionReader {
 public:
  explicit ExceptionReader(ExceptionMembers& into) : into_(&into) {}
  template <class... Members>
  void operator()(const Members&... members) {
    (take(members), ...);
  }

 private:
  void take(const std::string& text) {
    if (text.empty()) return;
    into_->said += (into_->said.empty() ? "" : "; ") + text;
  }
  void take(const std::vector<std::string>& texts) {
    for (const auto& text : texts) take(text);
  }
  void take(CF::ErrorNumberType number) {
    if (number != CF::ErrorNumberType::CF_NOTSET) into_->number = corba::text_of(number);
  }
  void take(std::uint16_t code) { into_->number = std::to_string(code); }
  void take(const CF::Properties& properties) {
    for (const auto& property : properties) into_->ids.push_back(property.id());
  }
  void take(const CF::DeviceAssignmentSequence& assignments) {
    for (const auto& assignment : assignments)
      into_->ids.push_back(assignment.componentId() + "=" + assignment.assignedDeviceId());
  }

  ExceptionMembers* into_;
};

template <class E>
bool read(const CORBA::UserException& exception, ExceptionMembers& into) {
  const auto* mine = dynamic_cast<const E*>(&exception);
  if (mine == nullptr) return false;
  mine->_visit(ExceptionReader{into});
  return true;
}

template <class... Es>
void read_first(const CORBA::UserException& exception, ExceptionMembers& into) {
  (void)(read<Es>(exception, into) || ...);
}

}  // namespace

ExceptionMembers members_of(const CORBA::UserException& exception) {
  ExceptionMembers exception_members;
  read_first<CF::InvalidFileName, CF::FileException, CF::File::IOException,
             CF::InvalidObjectReference, CF::UnknownProperties, CF::Port::InvalidPort,
             CF::LifeCycle::InitializeError, CF::LifeCycle::ReleaseError,
             CF::PropertySet::InvalidConfiguration, CF::PropertySet::PartialConfiguration,
             CF::Resource::StartError, CF::Resource::StopError,
             CF::ApplicationFactory::CreateApplicationError,
             CF::ApplicationFactory::CreateApplicationRequestError,
             CF::ApplicationFactory::InvalidInitConfiguration,
             CF::DomainManager::ApplicationInstallationError,
             CF::DomainManager::ApplicationUninstallationError>(exception, exception_members);
  return exception_members;
}

}  // namespace orbweaver::control
