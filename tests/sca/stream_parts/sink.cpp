// SPDX-License-Identifier: Apache-2.0
// Counts packets, for tests of whole radios, with a control port. It can be made to fail.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "control.hpp"
#include "fault.hpp"

namespace {

using namespace orbweaver;
using ControlPort = ports::ControlUsesPort<Packet::FlowControl>;
using NumbersIn = component::In<"numbers_in", standardInterfaces::realLong>;

class Sink final : public component::StreamComponent<NumbersIn> {
 public:
  Sink()
      : StreamComponent(
            {component::simple<std::string>("fault", "none", {.kind = property::Kind::execparam}),
             component::simple<std::uint32_t>("stall_ms", 0, {.kind = property::Kind::execparam}),
             component::simple<std::uint32_t>("ask_every", 0,  // packets; 0: never
                                              {.kind = property::Kind::execparam})}) {}
  /// Each of its connections is asked.
  void set_control(const ControlPort& control) { control_ = &control; }

 private:
  void process(const Input&, Output&) override {
    ++packets_;
    ask();
    if (packets_ != 1) return;
    sca_test::carry_out(get<std::string>("fault").value_or("none"));
    if (const auto stall = get<std::uint32_t>("stall_ms"); stall && *stall > 0)
      ::usleep(*stall * 1000);
  }
  void ask() const {
    const auto every = get<std::uint32_t>("ask_every").value_or(0);
    if (every == 0 || packets_ % every != 0) return;
    for (const auto& source : control_->connections()) (void)source.object->spaceAvailable();
  }
  [[nodiscard]] nlohmann::json figures() const override { return {{"packets", packets_}}; }
  std::uint64_t packets_ = 0;
  const ControlPort* control_ = nullptr;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) void orbweaver_make_component(
    const resource::ProgramContext& context, resource::ResourceParts& parts) {
  auto port = std::make_unique<ControlPort>("control_out");
  const auto& control = *port;
  parts = sca_test::parts_with_control<Sink>(context, "control_out", std::move(port));
  dynamic_cast<Sink&>(*parts.component).set_control(control);
}
