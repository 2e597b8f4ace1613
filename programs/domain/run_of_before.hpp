// SPDX-License-Identifier: Apache-2.0
// Until 0.2 orbweaver-domain ran a SAD, as orbweaver-run does now, and printed JSON lines.
#pragma once

namespace orbweaver::domain {

/// Becomes orbweaver-run, or orbweaver-plan for --plan, after a line that says so, if a word is a
/// SAD: no option of this program has one. Returns if none is, or if the program cannot be started.
void run_as_before(int argc, char** argv);

}  // namespace orbweaver::domain
