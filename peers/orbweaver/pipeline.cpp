// SPDX-License-Identifier: Apache-2.0
// orbweaver-pipeline: the lab's pipeline in one process. See peers/CONTRACT.md.
#include "launched/program.hpp"

#include "kinds.hpp"

int main(int argc, char** argv) {
  using namespace orbweaver;
  return launched::run_pipeline(argc, argv, {lab::producer_kind(), lab::stage_kind()});
}
