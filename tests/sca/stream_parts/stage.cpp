// Hands numbers on, for tests of whole radios.
#include <orbweaver/component/program.hpp>

namespace {

using namespace orbweaver;
using NumbersIn = component::In<"numbers_in", standardInterfaces::realLong>;
using NumbersOut = component::Out<"numbers_out", standardInterfaces::realLong>;

class Stage final : public component::StreamComponent<NumbersIn, NumbersOut> {
  void process(const Input& in, Output& out) override {
    out.packet().assign(in.samples().begin(), in.samples().end());
  }
};

}  // namespace

ORBWEAVER_COMPONENT(Stage);
