// SPDX-License-Identifier: Apache-2.0
// Lets the upkeep create and find applications in this process's domain, by CF calls as an operator
// makes them.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/upkeep/applications.hpp>

#include <memory>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// Threads: any.
class WantedApplications final : public upkeep::Applications {
 public:
  WantedApplications(std::shared_ptr<CORBA::ORB> orb,
                     CORBA::object_reference<CF::DomainManager> manager);

  [[nodiscard]] std::vector<std::string> names() override;
  [[nodiscard]] upkeep::Attempt make(const upkeep::WantedApplication& wanted) override;

 private:
  /// Returns the identifier of its factory; installs the application if it is not installed. Throws
  /// control::Failed.
  [[nodiscard]] std::string factory_of(const upkeep::WantedApplication& wanted) const;
  void create_and_start(const upkeep::WantedApplication& wanted) const;

  control::Domain domain_;
};

}  // namespace orbweaver::domain
