// SPDX-License-Identifier: Apache-2.0
// The files of a machine with a domain: programs, profiles of components and of a node.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orbweaver::sim {

inline constexpr std::uint32_t kMostComponents = 3;  // of an application
inline constexpr const char* kDomainRoot = "/sdr/dom";
inline constexpr const char* kStateFile = "/var/domain.state";
inline constexpr const char* kDomainLog = "/var/domain.log";
inline constexpr const char* kWantedFile = "/var/wanted.toml";

/// "/sdr/dev1", ...: the root of the file system of a node.
[[nodiscard]] std::string root_of_node(std::uint32_t node);
[[nodiscard]] std::string dcd_of_node(std::uint32_t node);
[[nodiscard]] std::string log_of_node(std::uint32_t node);
/// The SAD of an application with this many components, "c1", "c2", ..., in the file system of the
/// domain. Each sends to the next one; the first is the assembly controller.
[[nodiscard]] std::string sad_with(std::uint32_t components);

/// Writes all of them to the disk of the calling process: a SAD with 1, 2, ... components.
void install_radio(std::uint32_t nodes);
/// From now on the domain is to have an application of this name and SAD, when it reads the file.
void want(const std::string& name, const std::string& sad);
/// The same, of none.
void want_nothing();
/// Whether there is a file of what is wanted.
[[nodiscard]] bool is_anything_wanted();
/// How often `text` stands in the domain's log.
[[nodiscard]] std::size_t count_in_domain_log(std::string_view text);
/// How often a node has said in its log that its domain is lost.
[[nodiscard]] std::size_t losses_in_node_log(std::uint32_t node);

}  // namespace orbweaver::sim
