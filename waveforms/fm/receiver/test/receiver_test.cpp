// SPDX-License-Identifier: Apache-2.0
// The receiver as components, without a domain: it writes what the reference writes, sample for
// sample.
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/component/testing/bench.hpp>
#include <orbweaver/fm/generator.hpp>
#include <orbweaver/fm/wav.hpp>

#include "broadcast.hpp"
#include "components.hpp"
#include "running_component.hpp"
#include "temporary_folder.hpp"

namespace orbweaver::fm::components {
namespace {

using component::testing::Parameters;
using component::testing::Running;
using recording::TemporaryFolder;
using testing::HasSubstr;

/// What is printed on standard output while it lives.
class Printed {
 public:
  Printed() { testing::internal::CaptureStdout(); }
  ~Printed() {
    if (!is_read_) (void)testing::internal::GetCapturedStdout();
  }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  std::string text() {
    is_read_ = true;
    return testing::internal::GetCapturedStdout();
  }

 private:
  bool is_read_ = false;
};

/// Says when the stream is over, also if it failed.
class AwaitedWav final : public Wav {
 public:
  void wait_for_end() const {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return is_over_; });
  }

 private:
  [[nodiscard]] nlohmann::json figures() const override {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    ended_.notify_all();
    return Wav::figures();
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  mutable bool is_over_ = false;
};

/// Sends the parameters to each component; one that does not have a property leaves it alone.
class Pipeline {
 public:
  enum class Processes { one_orb, orb_each };

  Pipeline(const Parameters& parameters, Processes processes)
      : orbs_(orbs(processes)),
        wav_(orbs_[4], parameters),
        audio_(orbs_[3], parameters),
        demodulator_(orbs_[2], parameters),
        tuner_(orbs_[1], parameters),
        source_(orbs_[0], parameters) {
    audio_.connect("audio_out", wav_, "audio_in");
    demodulator_.connect("signal_out", audio_, "signal_in");
    tuner_.connect("channel_out", demodulator_, "channel_in");
    source_.connect("iq_out", tuner_, "iq_in");
  }
  ~Pipeline() {
    source_.end();
    tuner_.end();
    demodulator_.end();
    audio_.end();
    wav_.end();
    for (const auto& orb : std::set(orbs_.begin(), orbs_.end())) orb->destroy();
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// Blocks: until the stream is over.
  [[nodiscard]] component::Outcome run() {
    auto started = source_.component().start();
    if (started) wav_.component().wait_for_end();
    return started;
  }

 private:
  static std::vector<std::shared_ptr<CORBA::ORB>> orbs(Processes processes) {
    std::vector<std::shared_ptr<CORBA::ORB>> all;
    for (int k = 0; k < 5; ++k) {
      all.push_back(processes == Processes::one_orb && k > 0 ? all.front() : CORBA::ORB_init({}));
    }
    return all;
  }

  std::vector<std::shared_ptr<CORBA::ORB>> orbs_;
  Running<AwaitedWav> wav_;
  Running<Audio> audio_;
  Running<Demodulator> demodulator_;
  Running<Tuner> tuner_;
  Running<Source> source_;
};

using Placement = std::tuple<const char*, Pipeline::Processes>;

class EachMode : public testing::TestWithParam<Placement> {};

INSTANTIATE_TEST_SUITE_P(Messaging, EachMode,
                         testing::Combine(testing::Values("twoway", "twoway-worker", "ordered"),
                                          testing::Values(Pipeline::Processes::one_orb,
                                                          Pipeline::Processes::orb_each)));

TEST_P(EachMode, writes_what_the_reference_writes_sample_for_sample) {
  Printed printed;
  const Broadcast station;
  {
    Pipeline pipeline(station.parameters({{"messaging", std::get<0>(GetParam())}}),
                      std::get<1>(GetParam()));
    ASSERT_TRUE(pipeline.run());
  }
  EXPECT_EQ(station.read("out.wav").rate_hz, 48'000U);
  EXPECT_EQ(station.read("out.wav").samples, station.read("reference.wav").samples);
  const auto text = printed.text();
  EXPECT_THAT(text, HasSubstr(R"("event":"wav")"));
  EXPECT_THAT(text, HasSubstr(R"("audio_rate":48000,"band":"broadcast")"));
}

TEST(FmReceiver, does_what_its_properties_say) {
  Printed printed;
  const Choices choices{.band = Band::narrow,
                        .sample_rate_hz = 250'000,
                        .offset_hz = 50e3,
                        .deviation_hz = 2.5e3,
                        .audio_rate_hz = 22'050};
  const Broadcast station(choices);
  Pipeline pipeline(station.parameters({{"band", "narrow"},
                                        {"sample_rate", "250000"},
                                        {"offset", "50000"},
                                        {"deviation", "2500"},
                                        {"audio_rate", "22050"},
                                        {"packet_samples", "777"}}),
                    Pipeline::Processes::one_orb);
  ASSERT_TRUE(pipeline.run());
  EXPECT_EQ(station.read("out.wav").rate_hz, 22'050U);
  EXPECT_EQ(station.read("out.wav").samples, station.read("reference.wav").samples);
}

TEST(FmReceiver, loses_no_sample_in_mode_oneway_but_their_order) {
  Printed printed;
  const Broadcast station;
  Pipeline pipeline(station.parameters({{"messaging", "oneway"}}), Pipeline::Processes::orb_each);
  ASSERT_TRUE(pipeline.run());
  EXPECT_NEAR(static_cast<double>(station.read("out.wav").samples.size()),
              static_cast<double>(station.read("reference.wav").samples.size()), 1);
}

template <class Class>
std::string complaint_of(const Parameters& parameters) {
  try {
    Running<Class> component{parameters};
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(FmReceiver, does_not_initialize_without_a_recording_that_it_can_read) {
  const auto complaint = [](const std::string& input) {
    return complaint_of<Source>({{"input", input}});
  };
  EXPECT_THAT(complaint("/absent.cu8"), HasSubstr("/absent.cu8: no such file"));
  const TemporaryFolder folder;
  EXPECT_THAT(complaint(folder.write("empty.cu8", "")), HasSubstr("the file is empty"));
  EXPECT_TRUE(generate_recording({.choices = {.sample_rate_hz = 500'000}, .seconds = 0.1},
                                 folder.file("a.sigmf-meta"), folder.file("a.wav")));
  EXPECT_EQ(complaint(folder.file("a.sigmf-meta")), "");
  EXPECT_THAT(
      complaint_of<Source>({{"input", folder.file("a.sigmf-meta")}, {"sample_rate", "240000"}}),
      HasSubstr("240000 Hz is set; set 500000"));
  EXPECT_THAT(complaint(folder.write("a.cu8", "1234")),
              HasSubstr("the recording does not state its sample rate; give it"));
}

TEST(FmReceiver, plays_a_generated_station_if_there_is_no_recording) {
  Printed printed;
  const TemporaryFolder folder;
  const Choices choices{.band = Band::narrow, .deviation_hz = 3e3};
  const GeneratorPlan plan{.choices = choices, .seconds = 0.5, .seed = 9, .noise = 0.01};
  ASSERT_TRUE(generate_recording(plan, folder.file("a.cf32"), folder.file("original.wav")));
  ASSERT_TRUE(receive_recording(folder.file("a.cf32"), choices, 65536, folder.file("wanted.wav")));
  Pipeline pipeline({{"output", folder.file("out.wav")},
                     {"band", "narrow"},
                     {"deviation", "3000"},
                     {"seconds", "0.5"},
                     {"seed", "9"},
                     {"noise", "0.01"}},
                    Pipeline::Processes::one_orb);
  ASSERT_TRUE(pipeline.run());
  EXPECT_EQ(read_wav(folder.file("out.wav"))->samples,
            read_wav(folder.file("wanted.wav"))->samples);
}

TEST(FmReceiver, finds_files_with_relative_names_in_the_working_folder) {
  const FileSettings some{.working_folder = "/some/folder"};
  EXPECT_EQ(some.file_named("a.wav"), "/some/folder/a.wav");
  EXPECT_EQ(some.file_named("/other/a.wav"), "/other/a.wav");
  EXPECT_EQ(FileSettings{}.file_named("a.wav"), std::filesystem::current_path() / "a.wav");
}

TEST(FmReceiver, does_not_generate_what_cannot_be) {
  EXPECT_THAT(complaint_of<Source>({{"sample_rate", "48000"}}),
              HasSubstr("a station cannot be generated: a sample rate of 48000 Hz is too low"));
}

TEST(FmReceiver, does_not_initialize_with_properties_that_do_not_go_together) {
  const Parameters slow{{"sample_rate", "48000"}};
  const auto line = HasSubstr("a sample rate of 48000 Hz is too low");
  EXPECT_THAT(complaint_of<Tuner>(slow), line);
  EXPECT_THAT(complaint_of<Demodulator>(slow), line);
  EXPECT_THAT(complaint_of<Audio>(slow), line);
}

TEST(FmReceiver, needs_a_rate_that_the_packets_or_its_properties_state) {
  const auto lines_of = [](const component::testing::Properties& properties) {
    component::testing::Bench<Demodulator> demodulator(properties);
    demodulator.push({.I = {1, 1}, .Q = {0, 0}});
    demodulator.end();
    demodulator.wait_for_end();
    return demodulator.lines();
  };
  using testing::Contains;
  EXPECT_THAT(lines_of({}), Contains(HasSubstr("the packets do not state their sample rate")));
  EXPECT_THAT(lines_of({{"sample_rate", "240000"}}),
              Not(Contains(HasSubstr(R"("event":"error")"))));
}

TEST(FmReceiver, says_where_it_writes_also_when_it_is_stopped_before_the_end) {
  const TemporaryFolder folder;
  const auto path = folder.file("out.wav").string();
  component::testing::Bench<Wav> wav({{"output", path}, {"messaging", "twoway"}});
  wav.push(std::vector<float>(4800));
  ASSERT_TRUE(wav.component().stop());
  using testing::Contains;
  EXPECT_THAT(wav.lines(), Contains(HasSubstr("\"writes " + path + "\"")));
  EXPECT_THAT(wav.lines(), Contains(HasSubstr("\"stopped before the end of the stream: " + path +
                                              " has 0.1 s of audio\"")));
}

TEST(FmReceiver, says_why_it_cannot_write) {
  Printed printed;
  const Broadcast station;
  {
    Pipeline pipeline(station.parameters({{"output", "/absent/out.wav"}}),
                      Pipeline::Processes::one_orb);
    ASSERT_TRUE(pipeline.run());
  }
  EXPECT_THAT(printed.text(), HasSubstr("/absent/out.wav: cannot be written"));
}

}  // namespace
}  // namespace orbweaver::fm::components
