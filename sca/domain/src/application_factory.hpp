// SPDX-License-Identifier: Apache-2.0
// CF::ApplicationFactory. SCA 2.2.2, 3.1.3.2.2.
#pragma once
#include <orbweaver/generated/sca/CF/Application_poa.hpp>

#include <memory>

namespace orbweaver::domain {

class ApplicationBook;
struct ApplicationParts;
struct Installed;

/// Threads: any; several applications are created at the same time.
class ApplicationFactory final : public CORBA::servant_traits<CF::ApplicationFactory>::base_type {
 public:
  /// `parts` keeps the book alive.
  ApplicationFactory(std::shared_ptr<const ApplicationParts> parts, ApplicationBook& book,
                     std::shared_ptr<const Installed> installed)
      : parts_(std::move(parts)), book_(&book), installed_(std::move(installed)) {}

  std::string name() override;
  std::string identifier() override;
  std::string softwareProfile() override;
  /// Blocks: at most the sum of the timeouts of the steps.
  CORBA::object_reference<CF::Application> create(
      const std::string& name, const CF::Properties& initConfiguration,
      const CF::DeviceAssignmentSequence& deviceAssignments) override;

 private:
  [[nodiscard]] CORBA::object_reference<CF::Application> make(
      const std::string& name, const CF::Properties& initConfiguration,
      const CF::DeviceAssignmentSequence& deviceAssignments);

  const std::shared_ptr<const ApplicationParts> parts_;
  ApplicationBook* const book_;
  const std::shared_ptr<const Installed> installed_;
};

}  // namespace orbweaver::domain
