// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/dispatch/calling_thread.hpp>

#include <utility>

namespace orbweaver::dispatch {

Intake CallingThread::submit(std::unique_ptr<Job> job, Feeder&) {
  job->run();
  return Intake::proceed;
}

Intake CallingThread::submit_when_room(std::unique_ptr<Job>& job, Deadline) {
  const std::unique_ptr<Job> mine = std::move(job);
  mine->run();
  return Intake::proceed;
}

}  // namespace orbweaver::dispatch
