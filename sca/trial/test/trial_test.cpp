// SPDX-License-Identifier: Apache-2.0
// Trials of the test component: what goes in and comes out, and each way to fail.
#include <gmock/gmock.h>

#include "trial_fixture.hpp"

namespace orbweaver::trial {
namespace {

using test::ATrial;
using test::kShort;
using test::SubjectFiles;
using test::Texts;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(ATrial, writes_what_the_component_makes_of_a_file) {
  const auto outcome = run(request({"gain=3"}));
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.ended, TrialEnd::through);
  EXPECT_EQ(out(), SubjectFiles::bytes_of({3, 6, 9, 12, 15}));
  EXPECT_FALSE(std::filesystem::exists(files.path("out.part")));
  EXPECT_EQ(outcome.inputs.at(0).packets, 3U);
  EXPECT_EQ(outcome.inputs.at(0).samples, 5U);
  EXPECT_EQ(outcome.outputs.at(0).packets, 3U);
  EXPECT_EQ(outcome.outputs.at(0).samples, 5U);
  EXPECT_EQ(outcome.program_end, "exit status 0");
  EXPECT_THAT(lines_, Contains("initialised"));
  EXPECT_THAT(lines_, Contains(R"({"event":"end_of_stream"})"));
}

TEST_F(ATrial, gives_the_same_in_every_messaging_mode_that_keeps_order) {
  for (const char* mode : {"ordered", "twoway", "twoway-worker"}) {
    auto asked = request({"gain=-1"});
    asked.messaging = mode;
    const auto outcome = run(asked);
    EXPECT_THAT(outcome.failures, IsEmpty()) << mode;
    EXPECT_EQ(out(), SubjectFiles::bytes_of({-1, -2, -3, -4, -5})) << mode;
  }
}

TEST_F(ATrial, loses_nothing_where_order_is_not_kept) {
  auto asked = request();
  asked.messaging = "oneway";
  const auto outcome = run(asked);
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.ended, TrialEnd::through);
  EXPECT_EQ(outcome.outputs.at(0).samples, 5U);
}

TEST_F(ATrial, of_an_empty_file_is_an_empty_stream) {
  files.write("in", "");
  const auto outcome = run(request());
  EXPECT_EQ(outcome.ended, TrialEnd::through);
  EXPECT_EQ(outcome.inputs.at(0).packets, 0U);
  EXPECT_TRUE(std::filesystem::exists(files.path("out")));
  EXPECT_EQ(out(), "");
}

TEST_F(ATrial, counts_and_drops_what_has_no_file) {
  auto asked = request();
  asked.outputs.clear();
  const auto outcome = run(asked);
  EXPECT_EQ(outcome.ended, TrialEnd::through);
  EXPECT_EQ(outcome.outputs.at(0).samples, 5U);
  EXPECT_FALSE(std::filesystem::exists(files.path("out")));
}

TEST_F(ATrial, of_a_source_ends_with_its_stream) {
  const auto outcome = run(request_of("source"));
  EXPECT_EQ(outcome.ended, TrialEnd::through);
  EXPECT_EQ(out(), SubjectFiles::bytes_of({1, 1, 2, 2, 3, 3}));
}

TEST_F(ATrial, of_a_source_without_an_end_ends_after_its_time) {
  auto with = options();
  with.run_time = std::chrono::milliseconds{1};
  const auto outcome = run(request_of("source", {"count=0"}), std::move(with));
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.ended, TrialEnd::time);
  EXPECT_EQ(out().size(), 2 * outcome.outputs.at(0).samples);
}

TEST_F(ATrial, of_a_source_that_says_its_end_and_passes_none_on_ends_after_silence) {
  auto with = options();
  with.data_timeout = kShort;
  const auto outcome = run(request_of("source", {"behave=drop at getPort"}), std::move(with));
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.ended, TrialEnd::through);
  EXPECT_EQ(outcome.outputs.at(0).packets, 0U);
}

TEST_F(ATrial, of_a_sink_ends_when_it_has_said_so) {
  const auto outcome = run(request_of("sink"));
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.ended, TrialEnd::through);
  EXPECT_THAT(lines_, Contains("the sum is 15"));
}

TEST_F(ATrial, feeds_every_provides_port) {
  files.write_ports(SubjectFiles::provides("in", "realShort") +
                    SubjectFiles::provides("more", "complexShort") +
                    SubjectFiles::uses("out", "complexShort"));
  files.write("pairs", SubjectFiles::bytes_of({7, 8}));
  auto asked = request({"shape=mixer"});
  asked.inputs = {"in=" + files.path("in").string(), "more=" + files.path("pairs").string()};
  const auto outcome = run(asked);
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.outputs.at(0).samples, 6U);
  EXPECT_THAT(out(), HasSubstr(SubjectFiles::bytes_of({7, 8})));
}

TEST_F(ATrial, takes_a_component_that_prints_its_reference) {
  const auto outcome = run(request({"behave=print", "gain=2"}));
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(out(), SubjectFiles::bytes_of({2, 4, 6, 8, 10}));
}

TEST_F(ATrial, takes_what_only_looks_like_a_reference_for_a_line) {
  const auto outcome = run(request({"behave=print nonsense"}));
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_THAT(lines_, Contains("IOR:nonsense"));
}

// ---- files ----

TEST_F(ATrial, does_not_begin_without_its_files) {
  const auto refusal = [&](const std::string& in, const std::string& out) {
    auto asked = request();
    asked.inputs = {in};
    asked.outputs = {out};
    Trial trial{*read_subject(asked), options()};
    const auto opened = trial.open_files();
    return opened ? "" : opened.error();
  };
  const std::string whole_samples = "; name a file of whole samples: realShort (short)";
  EXPECT_EQ(refusal("/none", files.path("out")),
            "--input in=/none: No such file or directory" + whole_samples);
  EXPECT_EQ(refusal(files.path("."), files.path("out")),
            "--input in=" + files.path(".").string() + ": Is a directory" + whole_samples);
  EXPECT_EQ(refusal(files.path("in"), "/none/out"),
            "--output out=/none/out: No such file or directory; name a file that can be written, "
            "in a folder that is there");
  files.write("odd", "123");
  EXPECT_EQ(refusal(files.path("odd"), files.path("out")),
            "--input in=" + files.path("odd").string() +
                ": its 3 bytes are no whole number of samples of 2 bytes" + whole_samples);
}

TEST_F(ATrial, that_does_not_begin_leaves_no_file) {
  files.write_ports(SubjectFiles::uses("out", "realShort") +
                    SubjectFiles::uses("other", "realShort"));
  auto asked = request();
  asked.inputs.clear();
  asked.outputs = {"out=" + files.path("out").string(), "other=/none/out"};
  Trial trial{*read_subject(asked), options()};
  EXPECT_THAT(trial.open_files().error(), HasSubstr("/none/out: No such file or directory"));
  EXPECT_FALSE(std::filesystem::exists(files.path("out.part")));
}

TEST_F(ATrial, fails_when_its_output_cannot_be_written) {
  auto asked = request();
  asked.outputs = {"/dev/full"};
  const auto outcome = run(asked);
  EXPECT_EQ(outcome.ended, TrialEnd::failed);
  EXPECT_THAT(outcome.failures, ElementsAre("port 'out': /dev/full: No space left on device"));
}

// Packets come until the component has stopped: what cannot be written then is a failure, too.
TEST_F(ATrial, fails_when_what_comes_after_its_time_cannot_be_written) {
  auto asked = request_of("source", {"count=0"});
  asked.outputs = {"/dev/full"};
  auto with = options();
  with.run_time = std::chrono::milliseconds{0};
  const auto outcome = run(asked, std::move(with));
  // The component may have stopped before its first packet.
  const bool has_come = outcome.outputs.at(0).packets > 0;
  EXPECT_EQ(outcome.ended, has_come ? TrialEnd::failed : TrialEnd::time);
  EXPECT_EQ(outcome.failures,
            has_come ? Texts{"port 'out': /dev/full: No space left on device"} : Texts{});
}

// ---- what goes wrong ----

struct Fault {
  std::string behave, line;
  /// The step that hangs.
  deploy::Step step = deploy::Step::plan;
  friend void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.behave; }
};

class AFaultAtAStep : public ATrial, public testing::WithParamInterface<Fault> {};

TEST_P(AFaultAtAStep, is_one_line_with_component_step_and_cause_and_leaves_nothing) {
  auto with = options();
  with.timeouts.set(GetParam().step, kShort);
  const auto outcome = run(request({"behave=" + GetParam().behave, "gain=2"}), std::move(with));
  EXPECT_EQ(outcome.ended, TrialEnd::failed);
  ASSERT_FALSE(outcome.failures.empty());
  EXPECT_THAT(outcome.failures.front(), HasSubstr(GetParam().line));
  EXPECT_EQ(outcome.failures.size(), 1U) << outcome.failures.back();
  EXPECT_FALSE(std::filesystem::exists(files.path("out")));
}

std::string at(const std::string& step, const std::string& cause) {
  return "component 'subject:try': " + step + ": " + cause;
}

std::vector<Fault> faults() {
  using deploy::Step;
  const std::string died = "the component ended: killed by SIGKILL";
  const std::string hung = "timed out: no answer within 300 ms";
  return {
      {"die at construct", at("bind", died)},
      {"end at construct", at("bind", "the component ended: exit status 3")},
      {"fail at construct", at("bind", "the component ended: exit status 1")},
      {"hang at construct",
       at("bind", "timed out: it bound no object and printed no reference within 300 ms"),
       Step::bind},
      {"die at initialize", at("initialise", died)},
      {"fail at initialize", at("initialise", "failed: ")},
      {"hang at initialize", at("initialise", hung), Step::initialise},
      {"die at configure", at("configure", died)},
      {"hang at configure", at("configure", hung), Step::configure},
      {"die at getPort", at("get port", "the component ended: port 'out': killed by SIGKILL")},
      {"lie at getPort", at("get port", "failed: port 'out': UnknownPort")},
      {"swap at getPort", at("connect", "wrong answer: port 'out': it is no CF::Port")},
      {"hang at getPort", at("get port", "timed out: port 'out': no answer within 300 ms"),
       Step::get_port},
      {"die at start", at("start", died)},
      {"fail at start", at("start", "failed: ")},
      {"hang at start", at("start", hung), Step::start},
      {"die at process", "component 'subject:try' ended: killed by SIGKILL"},
      {"fail at process", "component 'subject:try': asked to fail at process"},
      {"die at finish", "component 'subject:try' ended: killed by SIGKILL"},
      {"die at stop", at("stop", died)},
      {"hang at stop", at("stop", hung), Step::stop},
      {"die at release", at("release", died)},
      {"hang at release", at("release", hung), Step::release},
  };
}

INSTANTIATE_TEST_SUITE_P(Each, AFaultAtAStep, testing::ValuesIn(faults()), [](const auto& entry) {
  auto name = entry.param.behave;
  std::ranges::replace(name, ' ', '_');
  return name;
});

// After it has handed the end on, it ends at its next line: while the trial looks for the end,
// calls it, or between these.
TEST_F(ATrial, whose_component_dies_after_the_end_of_its_stream_has_failed) {
  const auto outcome = run(request({"behave=die after finish"}));
  EXPECT_EQ(outcome.ended, TrialEnd::failed);
  EXPECT_THAT(outcome.failures, ElementsAre(HasSubstr("killed by SIGPIPE")));
  EXPECT_EQ(outcome.program_end, "killed by SIGPIPE");
  EXPECT_FALSE(std::filesystem::exists(files.path("out")));
}

TEST_F(ATrial, says_what_hangs_while_it_processes) {
  for (const char* step : {"process", "finish"}) {
    auto with = options();
    with.data_timeout = kShort;
    with.timeouts.set(deploy::Step::stop, kShort);
    const auto outcome = run(request({std::string{"behave=hang at "} + step}), std::move(with));
    EXPECT_EQ(outcome.ended, TrialEnd::failed);
    ASSERT_FALSE(outcome.failures.empty());
    EXPECT_THAT(outcome.failures.front(),
                AnyOf(HasSubstr("end of stream: timed out: nothing came for 300 ms"),
                      HasSubstr("port 'in': pushPacket: ")));
  }
}

TEST_F(ATrial, that_failed_keeps_what_came_out_under_another_name) {
  files.write("in", SubjectFiles::bytes_of({1, 2}));
  const auto outcome = run(request({"behave=die at finish"}));
  EXPECT_EQ(outcome.ended, TrialEnd::failed);
  EXPECT_FALSE(std::filesystem::exists(files.path("out")));
  // The component may have died before the packet was on its way.
  if (outcome.outputs.at(0).samples == 0) return;
  EXPECT_EQ(files.read("out.part"), SubjectFiles::bytes_of({1, 2}));
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("before is in " + files.path("out.part").string())));
}

}  // namespace
}  // namespace orbweaver::trial
