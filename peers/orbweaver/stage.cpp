// orbweaver-stage: one stage of the lab's pipeline. See peers/CONTRACT.md.
#include <orbweaver/component/program.hpp>

#include "kinds.hpp"

int main(int argc, char** argv) {
  return orbweaver::component::run_program(argc, argv, orbweaver::lab::stage_kind());
}
