// SPDX-License-Identifier: Apache-2.0
// A component whose uses port remembers its connections.
#pragma once

namespace orbweaver::sim {

/// Its `main`.
int run_part(int argc, char** argv);

}  // namespace orbweaver::sim
