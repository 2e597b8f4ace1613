// adsb-pipeline: the whole receiver in one process.
#include "launched/program.hpp"

#include "kinds.hpp"

int main(int argc, char** argv) {
  using namespace orbweaver;
  return launched::run_pipeline(
      argc, argv,
      {adsb::source_kind(), adsb::magnitude_kind(), adsb::slicer_kind(), adsb::checker_kind()});
}
