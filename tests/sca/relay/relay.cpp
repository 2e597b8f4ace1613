// sca-relay: a component that hands on what comes, for programs of other ORBs that call it. It has
// ports of three kinds and properties of every form.
#include <orbweaver/component/program.hpp>

#include <stdexcept>

namespace {

using namespace orbweaver;

using SamplesIn = component::In<"samples_in", standardInterfaces::realFloat>;
using WordsIn = component::In<"words_in", Packet::UshortStream>;
using OctetsIn = component::In<"octets_in", Packet::FlowOctetStream>;
using SamplesOut = component::Out<"samples_out", standardInterfaces::realFloat>;
using WordsOut = component::Out<"words_out", Packet::UshortStream>;
using OctetsOut = component::Out<"octets_out", Packet::FlowOctetStream>;

property::SimpleSequence taps() {
  property::SimpleSequence made;
  made.id = "taps";
  made.shape.type = property::Type::double_;
  made.values = {{"0.5", {}}, {"-0.25", {}}};
  return made;
}

property::Simple member(const std::string& id, property::Type type, const std::string& value) {
  property::Simple made;
  made.id = id;
  made.shape.type = type;
  made.value = property::Text{value, {}};
  return made;
}

property::StructProperty channel(const std::string& id) {
  property::StructProperty made;
  made.id = id;
  made.members = {member("frequency", property::Type::double_, "98.5e6"),
                  member("is_wide", property::Type::boolean, "true")};
  return made;
}

property::StructSequenceProperty channels() {
  property::StructSequenceProperty made;
  made.id = "channels";
  made.inner = channel("one_channel");
  made.values = {{{{"frequency", "88.0e6", {}}, {"is_wide", "false", {}}}, {}}};
  return made;
}

component::Definitions definitions() {
  return {component::simple<float>("gain", 1.0F, {.range = {{"-8", "8"}}}),
          component::simple<std::string>("mode", "wide", {.enumeration = {"wide", "narrow"}}),
          component::simple<std::string>("serial", "R-1", {.mode = property::Mode::readonly}),
          component::simple<std::int64_t>("offset", -5'000'000'000),
          taps(),
          channel("channel"),
          channels()};
}

class Relay final : public component::StreamComponent<SamplesIn, WordsIn, OctetsIn, SamplesOut,
                                                      WordsOut, OctetsOut> {
 public:
  Relay() : StreamComponent(definitions()) {}

 private:
  /// Other ORBs say nothing of their samples, and ignore what is said of these.
  template <class Input_>
  static void describe(const Input_& in, packets::Metadata& metadata) {
    if (!in.metadata().is_empty()) throw std::logic_error("a foreign ORB gave metadata");
    metadata = {.sample_rate = 48e3, .stream_id = "relay", .tags = {{"gain", 2.0, 0}}};
  }
  void process(const component::Input<SamplesIn>& in, Output& out) override {
    const auto gain = get<float>("gain").value_or(1.0F);
    auto& samples = out.port<SamplesOut>().packet();
    describe(in, out.port<SamplesOut>().metadata());
    for (const float each : in.samples()) samples.push_back(gain * each);
  }
  void process(const component::Input<WordsIn>& in, Output& out) override {
    out.port<WordsOut>().packet().assign(in.samples().begin(), in.samples().end());
    describe(in, out.port<WordsOut>().metadata());
  }
  void process(const component::Input<OctetsIn>& in, Output& out) override {
    out.port<OctetsOut>().packet().assign(in.samples().begin(), in.samples().end());
    describe(in, out.port<OctetsOut>().metadata());
  }
};

}  // namespace

ORBWEAVER_COMPONENT(Relay);
