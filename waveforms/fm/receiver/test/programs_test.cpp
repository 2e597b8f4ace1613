// SPDX-License-Identifier: Apache-2.0
// The five programs without a domain: five processes write what one writes.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/fm/comparison.hpp>

#include "broadcast.hpp"
#include "component_program.hpp"

extern const char* const kSdrDom;  // by the build

namespace orbweaver::fm::components {
namespace {

using component::testing::ComponentProgram;
using Words = std::vector<std::string>;

/// The receiver in five processes, running when it is made.
class Processes {
 public:
  Processes(CORBA::ORB& orb, const Broadcast& station, const Words& of_all)
      : wav_(orb, program("wav"), "wav", words(of_all, {"output", station.out().string()})),
        audio_(orb, program("audio"), "audio", of_all),
        demodulator_(orb, program("demodulator"), "demodulator", of_all),
        tuner_(orb, program("tuner"), "tuner", of_all),
        source_(orb, program("source"), "source",
                words(of_all, {"input", station.recording().string()})) {
    for (auto* entry : all()) entry->resource().initialize();
    source_.connect("iq_out", tuner_, "iq_in");
    tuner_.connect("channel_out", demodulator_, "channel_in");
    demodulator_.connect("signal_out", audio_, "signal_in");
    audio_.connect("audio_out", wav_, "audio_in");
    // As a domain does of a SAD without startorder: the assembly controller alone.
    source_.resource().start();
  }

  /// The lines of the sink.
  Words await_end() { return wav_.lines_of_stream(); }
  void release() {
    for (auto* entry : {&source_, &tuner_, &demodulator_, &audio_, &wav_})
      EXPECT_EQ(entry->end(), 0);
  }

 private:
  static std::string program(const std::string& part) {
    return std::string{kSdrDom} + "/components/fm/" + part + "/fm_" + part;
  }
  static Words words(const Words& of_all, Words own) {
    own.insert(own.end(), of_all.begin(), of_all.end());
    return own;
  }
  std::vector<ComponentProgram*> all() {
    return {&wav_, &audio_, &demodulator_, &tuner_, &source_};
  }

  ComponentProgram wav_, audio_, demodulator_, tuner_, source_;
};

WavFile receive(const Broadcast& station, const Words& of_all) {
  const auto orb = CORBA::ORB_init(Words{});
  {
    Processes receiver(*orb, station, of_all);
    for (const auto& line : receiver.await_end()) {
      EXPECT_THAT(line, testing::Not(testing::HasSubstr(R"("event":"error")")));
    }
    receiver.release();
  }
  orb->destroy();
  return station.read("out.wav");
}

TEST(FmPrograms, write_what_the_reference_writes_sample_for_sample_in_every_ordered_mode) {
  const Broadcast station;
  const auto wanted = station.read("reference.wav").samples;
  for (const Words& word : {Words{"messaging", "ordered"}, Words{"messaging", "twoway"},
                            Words{"messaging", "twoway-worker"}, Words{"-ORBtransport", "tcp"}}) {
    EXPECT_EQ(receive(station, word).samples, wanted) << word.back();
  }
}

TEST(FmPrograms, lose_no_sample_where_order_is_not_kept) {
  const Broadcast station;
  for (const char* mode : {"oneway", "oneway-worker"}) {
    const auto received = receive(station, {"messaging", mode});
    EXPECT_NEAR(static_cast<double>(received.samples.size()),
                static_cast<double>(station.read("reference.wav").samples.size()), 1);
    const auto comparison = compare(received, station.read("original.wav"));
    ASSERT_TRUE(comparison) << comparison.error();
    RecordProperty(std::string(mode) + "_snr_db", std::to_string(comparison->snr_db));
  }
}

}  // namespace
}  // namespace orbweaver::fm::components
