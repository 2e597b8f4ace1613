// SPDX-License-Identifier: Apache-2.0
// sca-ramp: a source of known samples.
#include "ramp.hpp"

#include <orbweaver/component/program.hpp>

namespace {

using namespace orbweaver;

using SamplesOut = component::Out<"samples_out", standardInterfaces::realFloat>;

class Ramp final : public component::StreamComponent<SamplesOut> {
 private:
  bool produce(Output& out) override {
    sca_test::fill_ramp(made_, out.packet());
    return ++made_ < sca_test::kRampPackets;
  }
  std::size_t made_ = 0;
};

}  // namespace

ORBWEAVER_COMPONENT(Ramp);
