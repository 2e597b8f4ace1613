// SPDX-License-Identifier: Apache-2.0
// Programs of a machine with a domain, as their `main` would be: the product's, and one component.
#pragma once
#include <cstdint>
#include <string>

namespace orbweaver::sim {

inline constexpr const char* kGuardProgram = "orbweaver-guard";
inline constexpr const char* kDeviceProgram = "device";
inline constexpr const char* kPartProgram = "part";

/// The guard, the device and the component: programs that others start by their files.
void register_radio_programs();

/// In a process of its own each; returns after SIGTERM, or if it cannot begin.
int run_domain_manager(bool has_state);
int run_device_manager(std::uint32_t node);

}  // namespace orbweaver::sim
