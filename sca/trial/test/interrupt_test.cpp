// SPDX-License-Identifier: Apache-2.0
// Trials that are interrupted: at work, and while something hangs.
#include <orbweaver/os/unique_fd.hpp>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <csignal>

#include "trial_fixture.hpp"

namespace orbweaver::trial {
namespace {

using test::ATrial;
using testing::IsEmpty;

TEST_F(ATrial, is_interrupted_while_it_runs) {
  TrialOutcome outcome;
  {
    const auto runner = beside(request_of("source", {"count=0"}), outcome);
    await_line("the first packet went out");
    trial_->interrupt();
  }
  EXPECT_EQ(outcome.ended, TrialEnd::interrupted);
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_EQ(outcome.program_end, "exit status 0");
  EXPECT_EQ(::kill(process_, 0), -1);
}

TEST_F(ATrial, is_interrupted_though_nothing_reads_what_comes_out) {
  ASSERT_EQ(::mkfifo(files.path("pipe").c_str(), 0600), 0);
  const os::UniqueFd pipe{::open(files.path("pipe").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)};
  const std::array<char, PIPE_BUF> much{};
  while (::write(pipe.get(), much.data(), much.size()) > 0) continue;
  auto asked = request_of("source", {"count=0"});
  asked.outputs = {files.path("pipe")};
  TrialOutcome outcome;
  {
    const auto runner = beside(asked, outcome);
    await_line("the first packet went out");
    trial_->interrupt();
  }
  // The first packet may be on its way at the end.
  const bool has_come = outcome.outputs.at(0).packets > 0;
  EXPECT_EQ(outcome.ended, has_come ? TrialEnd::failed : TrialEnd::interrupted);
  EXPECT_EQ(outcome.failures.size(), has_come ? 1U : 0U);
}

TEST_F(ATrial, is_interrupted_while_a_step_hangs) {
  for (const char* step : {"construct", "initialize", "start"}) {
    TrialOutcome outcome;
    {
      const auto runner = beside(request({std::string{"behave=hang at "} + step}), outcome);
      await_line(R"({"event":"hang"})");
      trial_->interrupt();
    }
    EXPECT_EQ(outcome.ended, TrialEnd::interrupted) << step;
    EXPECT_THAT(outcome.failures, IsEmpty()) << step;
    EXPECT_EQ(::kill(process_, 0), -1) << step;
    lines_.clear();
  }
}

}  // namespace
}  // namespace orbweaver::trial
