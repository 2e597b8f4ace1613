// SPDX-License-Identifier: Apache-2.0
// The application that is deployed: relays in a chain, each connected to the next.
#pragma once
#include <cstddef>
#include <string>

namespace orbweaver::deploy_bench {

enum class Placement { separate, together };

/// Its SAD. `together`: in one host collocation. All are started, the last of the chain first.
[[nodiscard]] std::string chain_sad(std::size_t count, Placement placement);

}  // namespace orbweaver::deploy_bench
