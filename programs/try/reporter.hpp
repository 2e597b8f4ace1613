// SPDX-License-Identifier: Apache-2.0
// What a trial reports while it goes on, in whichever form.
#pragma once
#include <orbweaver/device/output_reader.hpp>
#include <orbweaver/trial/trial.hpp>

#include <string>
#include <string_view>

namespace orbweaver::trial {

/// Exit statuses.
inline constexpr int kDone = 0, kFailed = 1, kBadInput = 2;

/// Threads: any.
class Reporter {
 public:
  Reporter() = default;
  virtual ~Reporter() = default;
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  /// The component's program runs.
  virtual void begun(const Subject& subject, int process) = 0;
  /// A line that the component printed.
  virtual void output(const std::string& component, device::Stream stream,
                      std::string_view line) = 0;
  /// What is no failure, and good to know.
  virtual void note(const std::string& line) = 0;
  virtual void failure(const std::string& line) = 0;
  virtual void result(const TrialOutcome& outcome) = 0;
  /// All is over. Returns the exit status: the one that is given, or 1 if something could not be
  /// written.
  virtual int finish(int status) = 0;
};

}  // namespace orbweaver::trial
