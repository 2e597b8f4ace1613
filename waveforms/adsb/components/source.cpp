// adsb-source: see kinds.hpp.
#include "launched/program.hpp"

#include "kinds.hpp"

int main(int argc, char** argv) {
  return orbweaver::launched::run_program(argc, argv, orbweaver::adsb::source_kind());
}
