// adsb-source: see kinds.hpp.
#include <orbweaver/component/program.hpp>

#include "kinds.hpp"

int main(int argc, char** argv) {
  return orbweaver::component::run_program(argc, argv, orbweaver::adsb::source_kind());
}
