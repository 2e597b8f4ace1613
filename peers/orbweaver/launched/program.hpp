// SPDX-License-Identifier: Apache-2.0
// A program of one component, or of several in one process.
//
//   orbweaver-stage     --name stage1 --next IOR:...
//   orbweaver-pipeline  producer --packets 100 -- stage --name stage1 -- stage --name stage2
//
// Hosted together, components keep their names, their lines and their meters; they share one ORB,
// so calls between them are collocated (-ORBcollocation).
#pragma once
#include "launched/part.hpp"

#include <string>
#include <vector>

namespace orbweaver::launched {

/// Runs one component until its end. Returns the exit status (peers/CONTRACT.md).
[[nodiscard]] int run_program(int argc, char** argv, const Kind& kind);

/// Runs a pipeline in this process: `KIND OPTIONS... [-- KIND OPTIONS...]...`, the first component
/// first; each gets the one behind it as `--next`. Of options that the ORB as a whole has, those of
/// the last component hold; the ORB gets the threads of all.
[[nodiscard]] int run_pipeline(int argc, char** argv, const std::vector<Kind>& kinds);

}  // namespace orbweaver::launched
