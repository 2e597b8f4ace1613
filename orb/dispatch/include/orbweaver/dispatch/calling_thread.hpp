// SPDX-License-Identifier: Apache-2.0
// The `connection` dispatch: the thread that read the request runs it.
#pragma once
#include <orbweaver/dispatch/job.hpp>

namespace orbweaver::dispatch {

class CallingThread final : public Dispatcher {
 public:
  [[nodiscard]] Intake submit(std::unique_ptr<Job> job, Feeder& feeder) override;
  [[nodiscard]] Intake submit_when_room(std::unique_ptr<Job>& job, Deadline deadline) override;
};

}  // namespace orbweaver::dispatch
