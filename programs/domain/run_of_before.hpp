// SPDX-License-Identifier: Apache-2.0
// Until 0.2, orbweaver-domain ran a SAD (as orbweaver-run does now) and printed JSON lines.
#pragma once

namespace orbweaver::domain {

/// If a word is a SAD, which no option of orbweaver-domain is, prints a line and becomes
/// orbweaver-run, or orbweaver-plan for --plan. Returns if no word is one, or if that program
/// cannot be started.
void run_as_before(int argc, char** argv);

}  // namespace orbweaver::domain
