// SPDX-License-Identifier: Apache-2.0
// The output of orbweaver-try: docs/guides/try.md describes the events.
#pragma once
#include <orbweaver/program/event_lines.hpp>
#include <orbweaver/trial/trial.hpp>

#include <string>

namespace orbweaver::trial {

class TrialEventLines : public program::EventLines {
 public:
  explicit TrialEventLines(int descriptor) : program::EventLines("orbweaver-try", descriptor) {}

  void begun(const Subject& subject, int process);
  void note(const std::string& line);
  void result(const TrialOutcome& outcome);
};

}  // namespace orbweaver::trial
