// SPDX-License-Identifier: Apache-2.0
// Execute options as properties, as CF::ExecutableDevice::execute takes them. SCA 2.2.2,
// 3.1.3.3.3.5.1.
#pragma once
#include <orbweaver/generated/sca/CF/Types.hpp>

#include <map>
#include <string>

namespace orbweaver::device {

/// The last property of an InvalidOptions, which has no message: the reason as a string. No option
/// has this id.
inline constexpr const char* kReasonId = "ORBWEAVER::REASON";

/// PRIORITY and STACK_SIZE are unsigned long, as the SCA has them; long if negative, and of 64 bits
/// if they do not fit. A value that is no number, and every other option, is a string.
[[nodiscard]] CF::Properties option_properties(const std::map<std::string, std::string>& options);

}  // namespace orbweaver::device
