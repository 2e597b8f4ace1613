// SPDX-License-Identifier: Apache-2.0
// orbweaver-stage: one stage of the lab's pipeline. See peers/CONTRACT.md.
#include "launched/program.hpp"

#include "kinds.hpp"

int main(int argc, char** argv) {
  return orbweaver::launched::run_program(argc, argv, orbweaver::lab::stage_kind());
}
