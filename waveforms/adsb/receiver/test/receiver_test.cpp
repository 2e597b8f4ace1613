// SPDX-License-Identifier: Apache-2.0
// The four programs without a domain, on a generated recording: they find what one process finds.
#include "component_program.hpp"

#include <orbweaver/adsb/format.hpp>
#include <orbweaver/adsb/generator.hpp>
#include <orbweaver/adsb/reference.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "temporary_folder.hpp"

extern const char* const kSdrDom;  // by the build

namespace orbweaver::adsb {
namespace {

using component::testing::ComponentProgram;
using nlohmann::json;
using Words = std::vector<std::string>;

/// One for all tests of this process; another process has its own.
const std::filesystem::path& recording() {
  static const orbweaver::recording::TemporaryFolder folder;
  static const auto path = [] {
    auto file = folder.file("receiver.cu8");
    const GeneratorPlan plan{.seconds = 0.5, .frames = 250};
    if (!generate_recording(plan, file)) throw std::runtime_error("no recording was made");
    return file;
  }();
  return path;
}

std::vector<json> reference_frames() {
  std::vector<json> frames;
  const auto decoded = decode_recording(recording(), 65536, [&](const Frame& frame) {
    frames.push_back(json::parse(to_json(frame)));
  });
  EXPECT_TRUE(decoded);
  return frames;
}

struct Chosen {
  std::string mode;
  Words of_magnitude = {};
  Words of_all = {};
};

/// The receiver, started and connected; running when it is made.
class Receiver {
 public:
  Receiver(CORBA::ORB& orb, const Chosen& chosen)
      : checker_(orb, program("checker"), "checker", words(chosen, {"format", "json"})),
        slicer_(orb, program("slicer"), "slicer", words(chosen, {})),
        magnitude_(orb, program("magnitude"), "magnitude", words(chosen, chosen.of_magnitude)),
        source_(orb, program("source"), "source",
                words(chosen, {"input", recording().string(), "packet_samples", "512"})) {
    for (auto* entry : all()) entry->resource().initialize();
    source_.connect("iq_out", magnitude_, "iq_in");
    magnitude_.connect("magnitudes_out", slicer_, "magnitudes_in");
    slicer_.connect("candidates_out", checker_, "candidates_in");
    for (auto* entry : all()) entry->resource().start();
  }

  /// The lines of each program, from the checker to the source.
  std::vector<std::vector<std::string>> await_end() {
    std::vector<std::vector<std::string>> lines;
    for (auto* entry : all()) lines.push_back(entry->lines_of_stream());
    return lines;
  }
  void release() {
    for (auto* entry : {&source_, &magnitude_, &slicer_, &checker_}) EXPECT_EQ(entry->end(), 0);
  }

 private:
  static std::string program(const std::string& part) {
    return std::string{kSdrDom} + "/components/adsb/" + part + "/adsb_" + part;
  }
  static Words words(const Chosen& chosen, const Words& own) {
    Words all{"messaging", chosen.mode};
    all.insert(all.end(), own.begin(), own.end());
    all.insert(all.end(), chosen.of_all.begin(), chosen.of_all.end());
    return all;
  }
  std::vector<ComponentProgram*> all() { return {&checker_, &slicer_, &magnitude_, &source_}; }

  ComponentProgram checker_, slicer_, magnitude_, source_;
};

struct Received {
  std::vector<json> frames, results;  // results: from the checker to the source
};

Received receive(const Chosen& chosen) {
  const auto orb = CORBA::ORB_init(Words{});
  Received received;
  {
    Receiver receiver(*orb, chosen);
    for (const auto& lines : receiver.await_end())
      for (const auto& line : lines) {
        const auto parsed = json::parse(line);
        if (parsed["event"] == "frame") received.frames.push_back(parsed["frame"]);
        if (parsed["event"] == "result") received.results.push_back(parsed);
        EXPECT_NE(parsed["event"], "error") << line;
      }
    receiver.release();
  }
  orb->destroy();
  return received;
}

TEST(TheReceiver, finds_the_same_frames_in_the_same_order_in_every_ordered_mode) {
  const auto frames = reference_frames();
  ASSERT_GT(frames.size(), 100U);
  for (const auto& chosen :
       {Chosen{"ordered"}, Chosen{"twoway"}, Chosen{"twoway-worker"},
        Chosen{"ordered", {"parallel", "3"}}, Chosen{"ordered", {}, {"-ORBtransport", "tcp"}}})
    EXPECT_EQ(receive(chosen).frames, frames) << chosen.mode;
}

TEST(TheReceiver, comes_to_its_end_with_every_packet_where_order_is_not_kept) {
  for (const char* mode : {"oneway", "oneway-worker"}) {
    const auto received = receive({mode});
    ASSERT_EQ(received.results.size(), 4U) << mode;
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(received.results[i]["stage"]["lost"], 0) << received.results[i];
  }
}

TEST(TheReceiver, reports_what_each_component_did) {
  const auto received = receive({"ordered", {"explain", "true"}});
  ASSERT_EQ(received.results.size(), 4U);
  const auto packets = (1'000'000 + 511) / 512;
  EXPECT_EQ(received.results[3]["producer"]["samples"], 1'000'000);
  EXPECT_EQ(received.results[2]["stage"]["received"], packets);
  EXPECT_EQ(received.results[1]["stage"]["received"], packets);
  EXPECT_EQ(received.results[0]["stage"]["received"], packets + 1)
      << "the slicer's tail is one more";
  EXPECT_EQ(received.results[0]["stage"]["frames"], received.frames.size());
  EXPECT_TRUE(received.results[2].contains("choices"));
}

TEST(TheReceiver, says_in_initialize_that_there_is_no_recording) {
  const auto orb = CORBA::ORB_init(Words{});
  ComponentProgram source(*orb, std::string{kSdrDom} + "/components/adsb/source/adsb_source",
                          "source", {"input", "/none.cu8"});
  try {
    source.resource().initialize();
    FAIL();
  } catch (const CF::LifeCycle::InitializeError& error) {
    EXPECT_THAT(error.errorMessages().at(0), testing::HasSubstr("/none.cu8"));
  }
  EXPECT_EQ(source.end(), 0);
  orb->destroy();
}

}  // namespace
}  // namespace orbweaver::adsb
