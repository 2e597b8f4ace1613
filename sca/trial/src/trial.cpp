#include <orbweaver/trial/trial.hpp>

#include "run.hpp"

namespace orbweaver::trial {

std::string_view name_of(Ended ended) noexcept {
  switch (ended) {
    case Ended::through:
      return "end of stream";
    case Ended::time:
      return "time";
    case Ended::interrupted:
      return "interrupted";
    case Ended::failed:
      break;
  }
  return "failed";
}

Trial::Trial(Subject subject, Options options)
    : run_(std::make_unique<Run>(std::move(subject), std::move(options))) {}
Trial::~Trial() = default;

Result<void, std::string> Trial::open_files() { return run_->open_files(); }
Outcome Trial::run() { return run_->carry_out(); }
void Trial::interrupt() { run_->interrupt(); }

}  // namespace orbweaver::trial
