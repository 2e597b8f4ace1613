// SPDX-License-Identifier: Apache-2.0
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
  property::SimpleSequence simple_sequence;
  simple_sequence.id = "taps";
  simple_sequence.shape.type = property::Type::double_;
  simple_sequence.values = {{"0.5", {}}, {"-0.25", {}}};
  return simple_sequence;
}

property::Simple member(const std::string& id, property::Type type, const std::string& value) {
  property::Simple simple;
  simple.id = id;
  simple.shape.type = type;
  simple.value = property::Text{value, {}};
  return simple;
}

property::StructProperty channel(const std::string& id) {
  property::StructProperty struct_property;
  struct_property.id = id;
  struct_property.members = {member("frequency", property::Type::double_, "98.5e6"),
                             member("is_wide", property::Type::boolean, "true")};
  return struct_property;
}

property::StructSequenceProperty channels() {
  property::StructSequenceProperty struct_sequence_property;
  struct_sequence_property.id = "channels";
  struct_sequence_property.inner = channel("one_channel");
  struct_sequence_property.values = {{{{"frequency", "88.0e6", {}}, {"is_wide", "false", {}}}, {}}};
  return struct_sequence_property;
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
    for (const float sample : in.samples()) samples.push_back(gain * sample);
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
