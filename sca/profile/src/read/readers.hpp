// SPDX-License-Identifier: Apache-2.0
// The readers of all kinds of profile. Each takes a tree whose root element is of its kind.
#pragma once
#include "read/source.hpp"

namespace orbweaver::profile::read {

[[nodiscard]] SoftwareAssembly read_sad(Source& source, const Element& root);
[[nodiscard]] SoftwarePackage read_spd(Source& source, const Element& root);
[[nodiscard]] SoftwareComponent read_scd(Source& source, const Element& root);
[[nodiscard]] Properties read_prf(Source& source, const Element& root);
[[nodiscard]] DeviceConfiguration read_dcd(Source& source, const Element& root);
[[nodiscard]] DomainManagerConfiguration read_dmd(Source& source, const Element& root);
[[nodiscard]] DevicePackage read_dpd(Source& source, const Element& root);
[[nodiscard]] DeploymentEnforcement read_das(Source& source, const Element& root);

// Parts that SAD and DCD have in common.
[[nodiscard]] std::vector<ComponentFile> read_files(Source& source, const Element& root);
[[nodiscard]] ComponentPlacement read_placement(Source& source, const Element& element);
[[nodiscard]] std::vector<ConnectInterface> read_connections(const Source& source,
                                                             const Element& root);
[[nodiscard]] std::vector<NamedValue> read_named_values(const Source& source, const Element* parent,
                                                        std::string_view element,
                                                        std::string_view name_attribute);

}  // namespace orbweaver::profile::read
