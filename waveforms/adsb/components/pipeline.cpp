// adsb-pipeline: the whole receiver in one process.
#include <orbweaver/component/program.hpp>

#include "kinds.hpp"

int main(int argc, char** argv) {
  using namespace orbweaver;
  return component::run_pipeline(
      argc, argv,
      {adsb::source_kind(), adsb::magnitude_kind(), adsb::slicer_kind(), adsb::checker_kind()});
}
