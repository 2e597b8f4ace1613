// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <orbweaver/generated/sca/CF/Types.hpp>

namespace orbweaver::resource {

/// The literal of SCA 2.2.2 for an errno; CF_NOTSET if it has none.
[[nodiscard]] CF::ErrorNumberType error_number(int error) noexcept;

}  // namespace orbweaver::resource
