// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/trial/trial.hpp>

#include "run.hpp"

namespace orbweaver::trial {

std::string_view name_of(TrialEnd ended) noexcept {
  switch (ended) {
    case TrialEnd::through:
      return "end of stream";
    case TrialEnd::time:
      return "time";
    case TrialEnd::interrupted:
      return "interrupted";
    case TrialEnd::failed:
      break;
  }
  return "failed";
}

Trial::Trial(Subject subject, TrialOptions options)
    : run_(std::make_unique<Run>(std::move(subject), std::move(options))) {}
Trial::~Trial() = default;

Result<void, std::string> Trial::open_files() { return run_->open_files(); }
TrialOutcome Trial::run() { return run_->carry_out(); }
void Trial::interrupt() { run_->interrupt(); }

}  // namespace orbweaver::trial
