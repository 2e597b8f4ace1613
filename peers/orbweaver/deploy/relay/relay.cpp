// SPDX-License-Identifier: Apache-2.0
// What `bench deploy` deploys: a component that hands its packets on as they came.
#include <orbweaver/component/program.hpp>
#include <orbweaver/component/stream_component.hpp>

namespace orbweaver::deploy_bench {

using SamplesIn = component::In<"samples_in", standardInterfaces::realFloat>;
using SamplesOut = component::Out<"samples_out", standardInterfaces::realFloat>;

class Relay final : public component::StreamComponent<SamplesIn, SamplesOut> {
  void process(const Input& in, Output& out) override {
    out.packet().assign(in.samples().begin(), in.samples().end());
  }
};

}  // namespace orbweaver::deploy_bench

ORBWEAVER_COMPONENT(orbweaver::deploy_bench::Relay);
