// SPDX-License-Identifier: Apache-2.0
// What upkeep does with the domain of this process: as an operator would, by CF.
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
  /// Identifier of its factory, which is installed if it is not there. Throws control::Failed.
  [[nodiscard]] std::string factory_of(const upkeep::WantedApplication& wanted) const;
  void create_and_start(const upkeep::WantedApplication& wanted) const;

  control::Domain domain_;
};

}  // namespace orbweaver::domain
