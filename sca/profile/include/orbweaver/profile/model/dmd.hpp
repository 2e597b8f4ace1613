// SPDX-License-Identifier: Apache-2.0
// DomainManager Configuration Descriptor (SCA 2.2.2 Appendix D.8).
#pragma once
#include <orbweaver/profile/model/parts.hpp>

namespace orbweaver::profile {

struct Service {
  std::string uses_identifier;
  std::optional<FindBy> find;
  Position at;
};

struct DomainManagerConfiguration {
  std::string id;
  std::string name;
  std::string description;
  std::optional<LocalFile> domain_manager;  // the DomainManager's SPD
  std::vector<Service> services;
  Position at;
};

}  // namespace orbweaver::profile
