// SPDX-License-Identifier: Apache-2.0
// The rules (orb/rules) by which the components of an application talk to each other and to their
// domain, and not to components of other applications. A component reads, in this order, those of
// its application, those about all components of its device, and the node's own, which decide about
// every other client.
//
// Pure: no files. rules_of_applications.hpp keeps those of a device.
#pragma once
#include <orbweaver/corba/caller.hpp>

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::program {

/// The clients that may call the components of one application.
struct ApplicationPeers {
  std::string application;           // its name: any text
  std::string trust_domain;          // the node's; empty: it has none
  std::set<std::int32_t> processes;  // of its components on this device
  std::vector<std::string> domain;   // as names_of_domain() gives them
};

/// The rules as TOML. A name of the domain with a star is left out, as it would name others: a
/// certificate for all hosts of a network has one. So is one that is no printable ASCII.
[[nodiscard]] std::string rules_of(const ApplicationPeers& peers);

/// Rules that deny everything to components of any application: on this device, where `processes`
/// are theirs, and on other nodes.
[[nodiscard]] std::string rules_about_components(const std::set<std::int32_t>& processes);

/// "source:fm", as in its COMPONENT_IDENTIFIER; without an application "source". A part of a file's
/// name: what is no letter, digit, - _ or . becomes %XX, and each of the two is cut at 100 bytes.
[[nodiscard]] std::string name_of_files_of(std::string_view component,
                                           std::string_view application);

/// Those of a caller's names that name no other client: the number of its process; the URIs of its
/// certificate, or the subject of one without, as its hosts may be those of other programs, too.
/// None if the caller proves nothing, or if the system does not say the number, as of a process of
/// another container: then the node's rules decide.
[[nodiscard]] std::vector<std::string> names_of_domain(corba::Caller::Proof proof,
                                                       std::span<const std::string> names);

}  // namespace orbweaver::program
