// Counts packets, for tests of whole radios, with a control port. It can be made to fail.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "control.hpp"
#include "fault.hpp"

namespace {

using namespace orbweaver;
using NumbersIn = component::In<"numbers_in", standardInterfaces::realLong>;

class Sink final : public component::StreamComponent<NumbersIn> {
 public:
  Sink()
      : StreamComponent(
            {component::simple<std::string>("fault", "none", {.kind = property::Kind::execparam}),
             component::simple<std::uint32_t>("stall_ms", 0,
                                              {.kind = property::Kind::execparam})}) {}

 private:
  void process(const Input&, Output&) override {
    if (++packets_ != 1) return;
    sca_test::carry_out(get<std::string>("fault").value_or("none"));
    if (const auto stall = get<std::uint32_t>("stall_ms"); stall && *stall > 0)
      ::usleep(*stall * 1000);
  }
  [[nodiscard]] nlohmann::json figures() const override { return {{"packets", packets_}}; }
  std::uint64_t packets_ = 0;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) void orbweaver_make_component(
    const resource::ProgramContext& context, resource::ResourceParts& parts) {
  using Port = ports::ControlUsesPort<Packet::FlowControl>;
  parts = sca_test::parts_with_control<Sink>(context, "control_out",
                                             std::make_unique<Port>("control_out"));
}
