// SPDX-License-Identifier: Apache-2.0
// The command line of orbweaver-try.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/program/options.hpp>
#include <orbweaver/trial/trial.hpp>

#include <optional>
#include <string>

#include "command_line/json_target.hpp"

namespace orbweaver::trial {

struct TryArguments {
  Request request;
  std::size_t packet_samples = TrialOptions::kPacketSamples;
  std::optional<Nanoseconds> run_time;
  Nanoseconds step_timeout = std::chrono::seconds{10};
  program::Parameters orb;  // for the component: -ORBNAME, VALUE
  command_line::JsonTarget json;
  int events = -1;  // the descriptor of JSON lines; below 0: the program writes words

  [[nodiscard]] bool has_samples_on_output() const;
};

/// Fails: with the exit status, after an error line.
[[nodiscard]] Result<TryArguments, int> parse_arguments(int argc, char** argv);

}  // namespace orbweaver::trial
