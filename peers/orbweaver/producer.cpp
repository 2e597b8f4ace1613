// SPDX-License-Identifier: Apache-2.0
// orbweaver-producer: sends the packets of an experiment. See peers/CONTRACT.md.
#include "launched/program.hpp"

#include "kinds.hpp"

int main(int argc, char** argv) {
  return orbweaver::launched::run_program(argc, argv, orbweaver::lab::producer_kind());
}
