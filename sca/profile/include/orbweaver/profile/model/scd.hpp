// SPDX-License-Identifier: Apache-2.0
// Software Component Descriptor: ports and interfaces (SCA 2.2.2 Appendix D.5).
#pragma once
#include <orbweaver/profile/model/parts.hpp>

namespace orbweaver::profile {

struct ComponentPort {
  enum class Direction { provides, uses };
  Direction direction = Direction::provides;
  std::string name;
  std::string repid;
  std::vector<std::string> types;  // data, control, responses, test
  std::string description;         // REDHAWK
  Position at;
};

struct SupportedInterface {
  std::string repid;
  std::string name;
  Position at;
};

struct Interface {
  std::string repid;
  std::string name;
  std::vector<IdReference> inherits;  // refid: a repository id
  Position at;
};

struct SoftwareComponent {
  std::string corba_version;
  std::string repid;
  std::string type;  // resource, device, resourcefactory, domainmanager, ...
  std::vector<SupportedInterface> supports;
  std::vector<ComponentPort> ports;
  std::vector<Interface> interfaces;
  std::optional<LocalFile> property_file;
  Position at;
};

/// Whether the descriptor says that the interface `repid` is `base` or inherits it.
[[nodiscard]] bool inherits(const SoftwareComponent& component, const std::string& repid,
                            const std::string& base);

}  // namespace orbweaver::profile
