// SPDX-License-Identifier: Apache-2.0
// What every run needs, and takes a quarter of a second to find.
#pragma once

namespace orbweaver::sim {

/// Finds it now. Without this the first run does; a program that forks saves each child the time.
void prepare();

}  // namespace orbweaver::sim
