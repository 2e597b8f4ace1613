// SPDX-License-Identifier: Apache-2.0
// The receiver as components, without a domain: it writes what the reference writes, octet for
// octet.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/component/make_parts.hpp>
#include <orbweaver/component/testing/bench.hpp>
#include <orbweaver/resource/program/input_connections.hpp>

#include "all_components.hpp"
#include "received_files.hpp"
#include "running_component.hpp"
#include "temporary_folder.hpp"

namespace orbweaver::ax25 {
namespace {

using component::testing::Parameters;
using component::testing::Running;
using recording::TemporaryFolder;
using testing::HasSubstr;

/// What a component prints.
class Lines {
 public:
  Lines() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("there is no pipe left");
    reader_ = ::fdopen(ends[0], "r");
    writer_ = ::fdopen(ends[1], "w");
  }
  ~Lines() {
    std::fclose(writer_);
    std::fclose(reader_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  [[nodiscard]] std::FILE* writer() { return writer_; }
  /// All up to the one that ends the stream. Blocks: until there is one.
  std::string until_end() {
    std::string text;
    while (!text.ends_with("{\"event\":\"end_of_stream\"}\n")) {
      text.push_back(static_cast<char>(std::getc(reader_)));
    }
    return text;
  }

 private:
  std::FILE* reader_;
  std::FILE* writer_;
};

enum class Processes { one_orb, orb_each };

/// The ORB of each component.
class Orbs {
 public:
  explicit Orbs(Processes processes) : processes_(processes) {}
  ~Orbs() {
    for (const auto& orb : all_) orb->destroy();
    std::fclose(nowhere_);
  }
  Orbs(const Orbs&) = delete;
  Orbs& operator=(const Orbs&) = delete;

  /// Where components print whose lines no test reads.
  [[nodiscard]] std::FILE* nowhere() { return nowhere_; }

  std::shared_ptr<CORBA::ORB> next() {
    if (processes_ == Processes::orb_each || all_.empty()) all_.push_back(CORBA::ORB_init({}));
    return all_.back();
  }

 private:
  Processes processes_;
  std::vector<std::shared_ptr<CORBA::ORB>> all_;
  std::FILE* nowhere_ = std::fopen("/dev/null", "w");
};

Parameters with(Parameters parameters, const Parameters& more) {
  parameters.insert(parameters.end(), more.begin(), more.end());
  return parameters;
}

/// Running::connect() names a connection by its ports, so a port has one: this has the name beside.
template <class From, class To>
void connect_one_of_several(From& from, const char* uses, To& to, const char* provides,
                            const std::string& name) {
  const auto target = from.orb()->string_to_object(to.orb()->object_to_string(to.port(provides)));
  IDL::traits<CF::Port>::narrow(from.port(uses))->connectPort(target, name);
}

/// Sends the parameters to each component; one that does not have a property leaves it alone.
class Pipeline {
 public:
  Pipeline(const Parameters& all, const TemporaryFolder& folder, Processes processes)
      : orbs_(processes),
        monitor_(orbs_.next(), with(all, {{"output", folder.file("out.jsonl")}}), false,
                 of_monitor_.writer()),
        kiss_(orbs_.next(), with(all, {{"output", folder.file("out.kiss")}}), false,
              of_kiss_.writer()),
        // As the domain says it of an input with several connections.
        merger_(orbs_.next(), with(all, {{resource::kInputConnections, "findings_in=3"}}), false,
                orbs_.nowhere()),
        correlator_(orbs_.next(), all, false, orbs_.nowhere()),
        band_(orbs_.next(), all, false, orbs_.nowhere()),
        discriminator_(orbs_.next(), all, false, orbs_.nowhere()),
        tuner_(orbs_.next(), all, false, orbs_.nowhere()),
        source_(orbs_.next(), all, false, of_source_.writer()) {
    connect_one_of_several(merger_, "frames_out", monitor_, "frames_in", "monitor");
    connect_one_of_several(merger_, "frames_out", kiss_, "frames_in", "kiss");
    for (std::size_t k = 0; k < kSpaceGainsDb.size(); ++k) add_branch(all, k);
    band_.connect("band_out", correlator_, "band_in");
    discriminator_.connect("audio_out", band_, "audio_in");
    tuner_.connect("channel_out", discriminator_, "channel_in");
    source_.connect("iq_out", tuner_, "iq_in");
  }
  ~Pipeline() {
    source_.end();
    tuner_.end();
    discriminator_.end();
    band_.end();
    correlator_.end();
    for (auto& slicer : slicers_) slicer.end();
    for (auto& deframer : deframers_) deframer.end();
    merger_.end();
    kiss_.end();
    monitor_.end();
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// What both sinks print. Blocks: until the stream is over.
  [[nodiscard]] std::string run() {
    EXPECT_TRUE(source_.component().start());
    (void)of_source_.until_end();
    return of_monitor_.until_end() + of_kiss_.until_end();
  }
  /// Another stream.
  [[nodiscard]] std::string run_again() {
    EXPECT_TRUE(source_.component().stop());
    return run();
  }

 private:
  void add_branch(const Parameters& all, std::size_t k) {
    const auto number = std::to_string(k);
    const auto gain = std::to_string(kSpaceGainsDb.at(k));
    auto& deframer = deframers_.emplace_back(orbs_.next(), with(all, {{"slicer", number}}), false,
                                             orbs_.nowhere());
    auto& slicer = slicers_.emplace_back(orbs_.next(), with(all, {{"space_gain", gain}}), false,
                                         orbs_.nowhere());
    deframer.connect("findings_out", merger_, "findings_in");
    slicer.connect("bits_out", deframer, "bits_in");
    connect_one_of_several(correlator_, "tones_out", slicer, "tones_in", number);
  }

  Orbs orbs_;
  Lines of_monitor_, of_kiss_, of_source_;
  Running<Monitor> monitor_;
  Running<Kiss> kiss_;
  Running<MergerComponent> merger_;
  std::deque<Running<DeframerComponent>> deframers_;
  std::deque<Running<SlicerComponent>> slicers_;
  Running<CorrelatorComponent> correlator_;
  Running<Band> band_;
  Running<Discriminator> discriminator_;
  Running<Tuner> tuner_;
  Running<Source> source_;
};

struct Outcome {
  Received files;
  std::string printed;
};

Outcome run(const Parameters& parameters, Processes processes = Processes::one_orb) {
  const TemporaryFolder folder;
  Pipeline pipeline(parameters, folder, processes);
  auto printed = pipeline.run();
  return {{content_of(folder.file("out.jsonl")), content_of(folder.file("out.kiss"))}, printed};
}

GeneratorPlan small_plan() { return {.sample_rate_hz = 48'000, .frames = 4}; }

using Placement = std::tuple<const char*, Processes>;

class EachMode : public testing::TestWithParam<Placement> {};

INSTANTIATE_TEST_SUITE_P(Messaging, EachMode,
                         testing::Combine(testing::Values("twoway", "twoway-worker", "ordered"),
                                          testing::Values(Processes::one_orb,
                                                          Processes::orb_each)));

TEST_P(EachMode, writes_what_the_reference_writes_octet_for_octet) {
  const TemporaryFolder folder;
  const auto recording = folder.file("a.cs16");
  ASSERT_TRUE(generate_recording(small_plan(), recording));
  const auto wanted = by_reference(recording, {48'000, 0});
  EXPECT_EQ(std::ranges::count(wanted.lines, '\n'), 4);
  const Parameters parameters{
      {"input", recording}, {"sample_rate", "48000"}, {"messaging", std::get<0>(GetParam())}};
  const auto outcome = run(parameters, std::get<1>(GetParam()));
  EXPECT_EQ(outcome.files, wanted);
  EXPECT_THAT(outcome.printed, HasSubstr(R"("event":"ax25","frames":4)"));
  EXPECT_THAT(outcome.printed, Not(HasSubstr(R"("event":"error")")));
}

TEST(Ax25Receiver, does_what_its_properties_say) {
  const TemporaryFolder folder;
  const auto recording = folder.file("a.cs16");
  ASSERT_TRUE(generate_recording(
      {.sample_rate_hz = 96'000, .channels_hz = {0, -25'000}, .frames = 4}, recording));
  const auto wanted = by_reference(recording, {96'000, -25'000});
  EXPECT_EQ(std::ranges::count(wanted.lines, '\n'), 2);
  const Parameters parameters{{"input", recording},
                              {"sample_rate", "96000"},
                              {"offset", "-25000"},
                              {"packet_samples", "777"}};
  EXPECT_EQ(run(parameters).files, wanted);
}

TEST(Ax25Receiver, needs_no_rate_where_the_recording_states_it) {
  const TemporaryFolder folder;
  const auto recording = folder.file("a.sigmf-meta");
  ASSERT_TRUE(generate_recording({.sample_rate_hz = 96'000, .frames = 4}, recording));
  const auto wanted = by_reference(recording, {96'000, 0});
  EXPECT_EQ(std::ranges::count(wanted.lines, '\n'), 4);
  EXPECT_EQ(run({{"input", recording}}).files, wanted);
}

class EachSource : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(IsGenerated, EachSource, testing::Bool());

TEST_P(EachSource, plays_all_again_when_it_is_started_after_its_end) {
  const TemporaryFolder folder;
  const auto recording = folder.file("a.cf32");
  ASSERT_TRUE(generate_recording(small_plan(), recording));
  const auto wanted = by_reference(recording, {48'000, 0});
  Parameters parameters{{"sample_rate", "48000"}, {"frames", "4"}};
  if (!GetParam()) parameters.push_back({"input", recording});
  Pipeline pipeline(parameters, folder, Processes::one_orb);
  EXPECT_THAT(pipeline.run(), HasSubstr(R"("event":"ax25","frames":4)"));
  std::filesystem::remove(folder.file("out.jsonl"));
  EXPECT_THAT(pipeline.run_again(), HasSubstr(R"("event":"ax25","frames":4)"));
  EXPECT_EQ(content_of(folder.file("out.jsonl")), wanted.lines);
  EXPECT_EQ(content_of(folder.file("out.kiss")), wanted.kiss);
}

TEST(Ax25Receiver, plays_generated_stations_if_there_is_no_recording) {
  const TemporaryFolder folder;
  const auto recording = folder.file("a.cf32");
  GeneratorPlan plan = small_plan();
  plan.stations = 2;
  plan.seed = 9;
  plan.noise = 0.03;
  ASSERT_TRUE(generate_recording(plan, recording));
  const Parameters parameters{{"sample_rate", "48000"},
                              {"frames", "4"},
                              {"stations", "2"},
                              {"seed", "9"},
                              {"noise", "0.03"}};
  EXPECT_EQ(run(parameters).files, by_reference(recording, {48'000, 0}));
}

TEST(Ax25Receiver, leaves_empty_files_of_a_recording_without_frames) {
  const TemporaryFolder folder;
  const auto recording = folder.write("a.cs16", std::string(40'000, '\0'));
  const auto outcome = run({{"input", recording}, {"sample_rate", "48000"}});
  EXPECT_EQ(outcome.files, Received{});
  EXPECT_THAT(outcome.printed, HasSubstr(R"("event":"kiss","frames":0)"));
}

template <class Writer>
void expect_that_it_names_its_file() {
  const TemporaryFolder folder;
  const auto path = folder.file("out").string();
  component::testing::Bench<Writer> writer({{"output", path}, {"messaging", "twoway"}});
  writer.push({});  // no frames
  ASSERT_TRUE(writer.component().stop());
  EXPECT_THAT(writer.lines(), testing::Contains(HasSubstr("\"writes " + path + "\"")));
  EXPECT_THAT(writer.lines(),
              testing::Contains(HasSubstr("\"stopped before the end of the stream: " + path +
                                          " has 0 frames\"")));
}

TEST(Ax25Receiver, says_where_it_writes_also_when_it_is_stopped_before_the_end) {
  expect_that_it_names_its_file<Monitor>();
  expect_that_it_names_its_file<Kiss>();
}

TEST(Ax25Receiver, says_why_it_cannot_write) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("out.jsonl"));
  std::filesystem::create_directory(folder.file("out.kiss"));
  Pipeline pipeline({{"sample_rate", "48000"}, {"frames", "1"}}, folder, Processes::one_orb);
  const auto printed = pipeline.run();
  EXPECT_THAT(printed, HasSubstr("out.jsonl: cannot be written"));
  EXPECT_THAT(printed, HasSubstr("out.kiss: cannot be written"));
}

TEST(Ax25Receiver, finds_files_with_relative_names_in_the_working_folder) {
  FolderSettings settings;
  EXPECT_EQ(settings.file("a.kiss"), std::filesystem::current_path() / "a.kiss");
  settings.working_folder = "/some/folder";
  EXPECT_EQ(settings.file("a.kiss"), "/some/folder/a.kiss");
  EXPECT_EQ(settings.file("/other/a.kiss"), "/other/a.kiss");
}

template <class Class>
std::string complaint_about(const Parameters& parameters) {
  try {
    const auto orb = CORBA::ORB_init({});
    const Running<Class> running(orb, parameters, true);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

TEST(Ax25Receiver, is_not_made_with_a_rate_that_is_too_low) {
  const Parameters low{{"sample_rate", "8000"}};
  const auto line = HasSubstr("a sample rate of 8000 Hz is too low");
  EXPECT_THAT(complaint_about<Tuner>(low), line);
  EXPECT_THAT(complaint_about<Discriminator>(low), line);
  EXPECT_THAT(complaint_about<Band>(low), line);
  EXPECT_THAT(complaint_about<CorrelatorComponent>(low), line);
  EXPECT_THAT(complaint_about<SlicerComponent>(low), line);
}

std::string complaint_of_source(const std::string& input, const std::string& rate = "240000") {
  const auto orb = CORBA::ORB_init({});
  const auto adapter =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const resource::Arguments arguments{
      {}, {}, "test", {}, {{"input", input}, {"sample_rate", rate}}};
  std::string complaint;
  {
    const auto parts = component::make_parts<Source>({arguments, orb, adapter, stdout});
    const auto outcome = parts.component->initialize();
    if (!outcome) complaint = outcome.error().messages.at(0);
    (void)parts.component->release();
    parts.ports->close();
  }
  orb->destroy();
  return complaint;
}

TEST(Ax25Receiver, does_not_initialize_without_a_recording_that_it_can_read) {
  EXPECT_THAT(complaint_of_source("/absent.cu8"), HasSubstr("/absent.cu8: no such file"));
  EXPECT_THAT(complaint_of_source("", "8000"),
              HasSubstr("stations cannot be generated: a sample rate of 8000"));
  const TemporaryFolder folder;
  ASSERT_TRUE(generate_recording(small_plan(), folder.file("a.sigmf-meta")));
  EXPECT_THAT(complaint_of_source(folder.file("a.sigmf-meta")),
              HasSubstr("240000 Hz is set; set 48000"));
}

/// Sends octets as they are.
struct OctetsSettings {
  std::string octets;
  void describe(component::Describer& property) { property("octets", octets, at_start("To send")); }
};
using OctetsOut = component::Out<"octets_out", Packet::OctetStream>;
class OctetsSource final
    : public component::StreamComponent<OctetsOut, component::Settings<OctetsSettings>> {
  bool produce(Output& out) override {
    if (has_sent_) return false;
    const auto& text = settings().octets;
    out.packet().assign(text.begin(), text.end());
    return has_sent_ = true;
  }
  bool has_sent_ = false;
};

/// What the component prints that gets these octets.
template <class Class>
std::string lines_of(const std::string& port, const std::string& octets) {
  const TemporaryFolder folder;
  Lines lines;
  Orbs orbs(Processes::one_orb);
  Running<Class> receiver(orbs.next(), {{"output", folder.file("out")}}, false, lines.writer());
  Running<OctetsSource> sender(orbs.next(), {{"octets", octets}}, false, orbs.nowhere());
  sender.connect("octets_out", receiver, port);
  EXPECT_TRUE(sender.component().start());
  auto text = lines.until_end();
  sender.end();
  receiver.end();
  return text;
}

TEST(Ax25Receiver, fails_with_a_line_for_packets_of_a_peer_that_are_broken) {
  EXPECT_THAT(lines_of<DeframerComponent>("bits_in", "no bits"),
              HasSubstr("a packet ends within a bit"));
  EXPECT_THAT(lines_of<MergerComponent>("findings_in", "x"),
              HasSubstr("a packet of frames is broken"));
  EXPECT_THAT(lines_of<Monitor>("frames_in", "x"), HasSubstr("a packet of frames is broken"));
  EXPECT_THAT(lines_of<Kiss>("frames_in", "x"), HasSubstr("a packet of frames is broken"));
}

TEST(Ax25Receiver, does_not_guess_the_rate_of_a_recording) {
  const TemporaryFolder folder;
  ASSERT_TRUE(generate_recording(small_plan(), folder.file("a.cs16")));
  EXPECT_THAT(complaint_about<Source>({{"input", folder.file("a.cs16")}}),
              HasSubstr("a.cs16: the recording does not state its sample rate; give it"));
}

TEST(Ax25Receiver, fails_with_a_line_for_a_slicer_that_is_not_there) {
  EXPECT_THAT(lines_of<MergerComponent>("findings_in",
                                        "\x05"
                                        "12345678"),
              HasSubstr("frames of slicer 5, and slicers are 3"));
}

}  // namespace
}  // namespace orbweaver::ax25
