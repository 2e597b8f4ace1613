// SPDX-License-Identifier: Apache-2.0
// Hands numbers on, for tests of whole radios. It can be made to fail.
#include <orbweaver/component/program.hpp>

#include "fault.hpp"

namespace {

using namespace orbweaver;
using NumbersIn = component::In<"numbers_in", standardInterfaces::realLong>;
using NumbersOut = component::Out<"numbers_out", standardInterfaces::realLong>;

class Stage final : public component::StreamComponent<NumbersIn, NumbersOut> {
 public:
  Stage()
      : StreamComponent({component::simple<std::string>("fault", "none",
                                                        {.kind = property::Kind::execparam})}) {}

 private:
  void process(const Input& in, Output& out) override {
    if (++packets_ == 1) sca_test::carry_out(get<std::string>("fault").value_or("none"));
    out.packet().assign(in.samples().begin(), in.samples().end());
  }
  std::uint64_t packets_ = 0;
};

}  // namespace

ORBWEAVER_COMPONENT(Stage);
