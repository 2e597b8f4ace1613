// SPDX-License-Identifier: Apache-2.0
// The readable report: findings by file, each with its remedy, and a summary.
#pragma once
#include <orbweaver/profile/check.hpp>

#include <ostream>

namespace orbweaver::profile {

enum class Colours { no, yes };

void write_text(std::ostream& out, const CheckReport& report, Colours colours);

}  // namespace orbweaver::profile
