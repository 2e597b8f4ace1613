// SPDX-License-Identifier: Apache-2.0
// What a sender says of its samples, on its way through components.
#include "running_component.hpp"

#include <orbweaver/component/stream_component.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::component {
namespace {

using packets::Metadata, packets::UtcTime;
using ::testing::HasSubstr;
using testing::Parameters, testing::Running;

using NumbersIn = In<"numbers_in", standardInterfaces::realLong>;
using NumbersOut = Out<"numbers_out", standardInterfaces::realLong>;
using OctetsOut = Out<"octets_out", Packet::OctetStream>;

/// What it prints stands in no output of the tests.
class Silent : public ::testing::Test {
 protected:
  Silent() { ::testing::internal::CaptureStdout(); }
  ~Silent() override {
    if (!is_read_) (void)::testing::internal::GetCapturedStdout();
  }
  std::string printed() {
    is_read_ = true;
    return ::testing::internal::GetCapturedStdout();
  }

 private:
  bool is_read_ = false;
};
class Metadatas : public Silent {};

/// Makes what the test says, step after step.
class Source final : public StreamComponent<NumbersOut> {
 public:
  std::vector<std::function<void(Output&)>> steps;

 private:
  bool produce(Output& out) override {
    if (made_ == steps.size()) return false;
    steps[made_++](out);
    return true;
  }
  std::size_t made_ = 0;
};

/// Does with each packet, and at the end, what the test says.
template <State state>
class Stage final : public StreamComponent<NumbersIn, NumbersOut> {
 public:
  using Process = std::function<void(const Input&, Output&)>;
  Stage() : StreamComponent({}, state) {}
  Process at_each = [](const Input& in, Output& out) {
    out.packet().assign(in.samples().begin(), in.samples().end());
  };
  std::function<void(Output&)> at_end = [](Output&) {};

 private:
  void process(const Input& in, Output& out) override { at_each(in, out); }
  void finish(Output& out) override { at_end(out); }
};
using Serial = Stage<State::kept>;

/// Keeps what is said of the packets that come.
class Listener final : public StreamComponent<NumbersIn> {
 public:
  std::vector<Metadata> wait_for_end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_ended_; });
    return said_;
  }

 private:
  void process(const Input& in, Output&) override { said_.push_back(in.metadata()); }
  void finish(Output&) override {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool has_ended_ = false;
  std::vector<Metadata> said_;
};

template <class From, class To>
void connect(Running<From>& from, Running<To>& to) {
  from.connect("numbers_out", to, "numbers_in");
}

/// What `source` says arrives through `stage`.
template <class Stage_>
std::vector<Metadata> through(Running<Stage_>& stage,
                              std::vector<std::function<void(Source::Output&)>> steps) {
  Running<Listener> listener;
  Running<Source> source;
  source.component().steps = std::move(steps);
  connect(stage, listener);
  connect(source, stage);
  EXPECT_TRUE(source.component().start());
  return listener.component().wait_for_end();
}
std::vector<Metadata> said_by(std::vector<std::function<void(Source::Output&)>> steps) {
  Running<Listener> listener;
  Running<Source> source;
  source.component().steps = std::move(steps);
  connect(source, listener);
  EXPECT_TRUE(source.component().start());
  return listener.component().wait_for_end();
}

/// A step that makes one packet of `samples` samples, of which `metadata` is said.
auto saying(const Metadata& metadata, std::size_t samples = 4) {
  return [=](auto& out) {
    out.metadata() = metadata;
    out.packet().resize(samples);
  };
}
auto saying_nothing_new(std::size_t samples) {
  return [=](auto& out) { out.packet().resize(samples); };
}

const Metadata kWhole{.sample_rate = 48e3,
                      .centre_frequency = 98.5e6,
                      .time = UtcTime{5, 6},
                      .sample_number = 1000,
                      .stream_id = "fm",
                      .tags = {{"burst", "begins", 3}}};

TEST_F(Metadatas, that_nobody_gives_are_empty) {
  EXPECT_EQ(said_by({saying_nothing_new(1), saying({}, 1)}), std::vector<Metadata>(2));
}

TEST_F(Metadatas, that_a_source_sets_once_stay_and_count_its_samples) {
  const auto said = said_by({
      saying_nothing_new(1),
      saying({.sample_rate = 4.0,
              .time = UtcTime{10, 0},
              .sample_number = 0,
              .stream_id = "a",
              .tags = {{"burst", 1.0, 0}}},
             2),
      saying_nothing_new(4),
      [](auto& out) {
        out.packet().resize(1);
        out.metadata().sample_rate = 2.0;
      },
      saying_nothing_new(1),
  });
  constexpr auto kHalf = UtcTime::kPicosecondsPerSecond / 2;
  ASSERT_EQ(said.size(), 5U);
  EXPECT_TRUE(said[0].is_empty());
  EXPECT_EQ(said[1].tags.size(), 1U);
  EXPECT_EQ(
      said[2],
      (Metadata{
          .sample_rate = 4.0, .time = UtcTime{10, kHalf}, .sample_number = 2, .stream_id = "a"}));
  EXPECT_EQ(
      said[3],
      (Metadata{
          .sample_rate = 2.0, .time = UtcTime{11, kHalf}, .sample_number = 6, .stream_id = "a"}));
  EXPECT_EQ(
      said[4],
      (Metadata{.sample_rate = 2.0, .time = UtcTime{12, 0}, .sample_number = 7, .stream_id = "a"}));
}

TEST_F(Metadatas, of_several_packets_of_one_step_follow_each_other) {
  const auto said = said_by({[](auto& out) {
                               out.metadata() = {.sample_number = 10, .tags = {{"burst", 1.0, 0}}};
                               out.packet().resize(3);
                               out.packet().resize(2);
                               out.metadata().stream_id = "b";
                               out.packet().resize(1);
                             },
                             saying_nothing_new(1)});
  EXPECT_EQ(said, (std::vector<Metadata>{{.sample_number = 10, .tags = {{"burst", 1.0, 0}}},
                                         {.sample_number = 13, .stream_id = "b"},
                                         {.sample_number = 15, .stream_id = "b"},
                                         {.sample_number = 16, .stream_id = "b"}}));
}

TEST_F(Metadatas, that_are_given_in_the_middle_of_a_step_are_not_of_the_packets_before) {
  const auto said = said_by({saying({.sample_number = 50}, 1), [](auto& out) {
                               out.metadata() = {};
                               out.packet().resize(1);
                               out.packet().resize(1);
                               out.metadata().stream_id = "b";
                             }});
  EXPECT_EQ(said, (std::vector<Metadata>{{.sample_number = 50}, {}, {.stream_id = "b"}}));
}

TEST_F(Metadatas, stay_with_a_packet_that_is_empty_and_so_is_not_sent) {
  const auto said = said_by({[](auto& out) {
    out.metadata() = {.sample_number = 10, .tags = {{"burst", 1.0, 0}}};
    (void)out.packet();
    out.packet().resize(2);
  }});
  EXPECT_EQ(said, (std::vector<Metadata>{{.sample_number = 10, .tags = {{"burst", 1.0, 0}}}}));
}

TEST_F(Metadatas, are_passed_on_by_a_component_that_does_nothing_about_them) {
  for (const char* parallel : {"0", "3"}) {
    Running<Stage<State::none>> stage(Parameters{{"parallel", parallel}, {"queue_depth", "8"}});
    std::vector<std::function<void(Source::Output&)>> steps;
    std::vector<Metadata> wanted;
    for (std::uint64_t i = 0; i < 100; ++i) {
      wanted.push_back(i % 3 == 0 ? Metadata{} : kWhole);
      if (!wanted.back().is_empty()) wanted.back().sample_number = i;
      steps.emplace_back(saying(wanted.back()));
    }
    EXPECT_EQ(through(stage, steps), wanted) << parallel;
  }
}

TEST_F(Metadatas, are_changed_by_a_decimator) {
  Running<Serial> decimator;
  decimator.component().at_each = [](const Serial::Input& in, Serial::Output& out) {
    EXPECT_EQ(in.metadata().sample_rate.value_or(48e3), 48e3);
    out.metadata().decimate(2);
    auto& samples = out.packet();
    for (std::size_t i = 0; i < in.samples().size(); i += 2) samples.push_back(in.samples()[i]);
  };
  auto wanted = kWhole;
  wanted.decimate(2);
  EXPECT_EQ(through(decimator, {saying(kWhole), saying({})}), (std::vector{wanted, Metadata{}}));
}

TEST_F(Metadatas, of_one_packet_are_not_those_of_the_next) {
  Running<Serial> stage;
  stage.component().at_each = [is_first = true](const Serial::Input&, Serial::Output& out) mutable {
    out.packet().resize(1);
    if (std::exchange(is_first, false)) out.metadata().stream_id = "mine";
  };
  EXPECT_EQ(through(stage, {saying_nothing_new(1), saying_nothing_new(1), saying(kWhole)}),
            (std::vector<Metadata>{{.stream_id = "mine"}, {}, kWhole}));
}

TEST_F(Metadatas, of_what_is_left_at_the_end_follow_the_last_packet) {
  Running<Serial> stage;
  stage.component().at_end = [](Serial::Output& out) { out.packet().resize(1); };
  const auto said = through(stage, {saying({.sample_rate = 2.0}), saying(kWhole, 48'000)});
  ASSERT_EQ(said.size(), 3U);
  EXPECT_EQ(said[2], (Metadata{.sample_rate = 48e3,
                               .centre_frequency = 98.5e6,
                               .time = UtcTime{6, 6},
                               .sample_number = 49'000,
                               .stream_id = "fm"}));
}

TEST_F(Metadatas, go_within_one_orb_too) {
  const auto orb = CORBA::ORB_init();
  {
    Running<Listener> listener(orb, {});
    Running<Serial> stage(orb, {});
    Running<Source> source(orb, {});
    source.component().steps = {saying(kWhole), saying_nothing_new(1)};
    connect(stage, listener);
    connect(source, stage);
    ASSERT_TRUE(source.component().start());
    const auto said = listener.component().wait_for_end();
    ASSERT_EQ(said.size(), 2U);
    EXPECT_EQ(said[0], kWhole);
    EXPECT_EQ(said[1].sample_number, 1004U);
  }
  orb->destroy();
}

TEST_F(Metadatas, that_cannot_be_sent_fail_the_component_with_a_line) {
  {
    Running<Listener> listener;
    Running<Source> source;
    source.component().steps = {[](auto& out) {
      out.packet().resize(1);
      out.metadata().tags.assign(129, {"burst", 1.0, 0});
    }};
    connect(source, listener);
    ASSERT_TRUE(source.component().start());
    EXPECT_TRUE(listener.component().wait_for_end().empty());
  }
  EXPECT_THAT(printed(), HasSubstr("port 'numbers_out': tags: 129, and at most 128"));
}

/// One input, two outputs of other kinds.
class Splitter final : public StreamComponent<NumbersIn, NumbersOut, OctetsOut> {
 private:
  void process(const Input&, Output& out) override {
    out.port<NumbersOut>().metadata().stream_id = "numbers";
    out.port<NumbersOut>().packet().resize(1);
    out.port<OctetsOut>().packet().resize(1);
  }
};
class OctetListener final : public StreamComponent<In<"octets_in", Packet::OctetStream>> {
 public:
  std::vector<Metadata> said;
  void wait_for_end() { has_ended_.wait(false); }

 private:
  void process(const Input& in, Output&) override { said.push_back(in.metadata()); }
  void finish(Output&) override {
    has_ended_ = true;
    has_ended_.notify_all();
  }
  std::atomic<bool> has_ended_{false};
};

TEST_F(Metadatas, are_passed_on_to_each_port_and_changed_for_each_alone) {
  Running<Listener> listener;
  Running<OctetListener> octets;
  Running<Splitter> splitter;
  Running<Source> source;
  source.component().steps = {saying(kWhole)};
  connect(splitter, listener);
  splitter.connect("octets_out", octets, "octets_in");
  connect(source, splitter);
  ASSERT_TRUE(source.component().start());
  auto wanted = kWhole;
  wanted.stream_id = "numbers";
  EXPECT_EQ(listener.component().wait_for_end(), std::vector{wanted});
  octets.component().wait_for_end();
  EXPECT_EQ(octets.component().said, std::vector{kWhole});
}

}  // namespace
}  // namespace orbweaver::component
