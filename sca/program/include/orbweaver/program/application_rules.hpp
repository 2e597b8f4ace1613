// SPDX-License-Identifier: Apache-2.0
// The rules (orb/rules) by which the components of an application talk to each other and to their
// domain, and not to components of other applications. The node's own rules follow them, and decide
// about every other client.
//
// Pure: no files. rules_of_applications.hpp keeps those of a device.
#pragma once
#include <orbweaver/corba/caller.hpp>

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::program {

/// The clients that the rules of one application name.
struct ApplicationPeers {
  std::string application;          // its name: any text
  std::set<std::int32_t> own;       // processes of its components on this device
  std::set<std::int32_t> others;    // of components of other applications there
  std::vector<std::string> domain;  // as names_of_domain() gives them
};

/// The rules as TOML. A name of the domain with a star is left out, as it would name others: a
/// certificate for all hosts of a network has one. So is one that is no printable ASCII.
[[nodiscard]] std::string rules_of(const ApplicationPeers& peers);

/// Rules that keep components from managing the device that runs them: `processes` are theirs.
[[nodiscard]] std::string rules_of_device(const std::set<std::int32_t>& processes);

/// Those of a caller's names that name it and no other: the number of its process, if the system
/// says it; the URIs of its certificate, or the subject of one without; "anonymous". Not its hosts:
/// each program of a machine may have "dns:localhost" in its certificate.
[[nodiscard]] std::vector<std::string> names_of_domain(corba::Caller::Proof proof,
                                                       std::span<const std::string> names);

}  // namespace orbweaver::program
