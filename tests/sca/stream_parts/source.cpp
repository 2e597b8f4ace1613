// SPDX-License-Identifier: Apache-2.0
// A source of numbers with a control port, for tests of whole radios.
#include "control.hpp"

namespace {

using namespace orbweaver;
using NumbersOut = component::Out<"numbers_out", standardInterfaces::realLong>;

component::Definitions definitions() {
  const component::Details parameter{.kind = property::Kind::execparam};
  return {component::simple<std::uint32_t>("packets", 10, parameter),  // 0: it never ends
          component::simple<std::uint32_t>("size", 1, parameter),      // of each packet
          component::simple<std::uint32_t>("first_after_ms", 0, parameter)};
}

class Source final : public component::StreamComponent<NumbersOut> {
 public:
  Source() : StreamComponent(definitions()) {}

 private:
  bool produce(Output& out) override {
    const auto packets = get<std::uint32_t>("packets").value_or(0);
    if (packets != 0 && made_ == packets) return false;
    if (made_++ == 0)
      out.due(now() + std::chrono::milliseconds(get<std::uint32_t>("first_after_ms").value_or(0)));
    out.packet().resize(get<std::uint32_t>("size").value_or(1));
    return true;
  }
  std::uint32_t made_ = 0;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) void orbweaver_make_component(
    const resource::ProgramContext& context, resource::ResourceParts& parts) {
  using Port = ports::ControlProvidesPort<Packet::FlowControl>;
  auto port =
      std::make_unique<Port>(std::make_shared<ports::FlowControlServant>([] { return true; }));
  parts = sca_test::parts_with_control<Source>(context, "control_in", std::move(port));
}
