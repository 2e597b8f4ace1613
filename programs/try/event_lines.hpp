// SPDX-License-Identifier: Apache-2.0
// A trial for programs: JSON lines. docs/guides/try.md describes the events.
#pragma once
#include <orbweaver/program/event_lines.hpp>

#include <string>

#include "reporter.hpp"

namespace orbweaver::trial {

class TrialEventLines : public Reporter {
 public:
  explicit TrialEventLines(int descriptor) : lines_("orbweaver-try", descriptor) {}

  void begun(const Subject& subject, int process) override;
  void output(const std::string& component, device::Stream stream, std::string_view line) override;
  void note(const std::string& line) override;
  void failure(const std::string& line) override;
  void result(const TrialOutcome& outcome) override;
  int finish(int status) override { return status; }

 private:
  program::EventLines lines_;
};

}  // namespace orbweaver::trial
