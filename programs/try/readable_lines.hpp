// SPDX-License-Identifier: Apache-2.0
// A trial for a person: on standard error what the component prints, and at the end a table of its
// ports.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <optional>
#include <string>

#include "report/shown_lines.hpp"
#include "reporter.hpp"

namespace orbweaver::trial {

class ReadableLines : public Reporter {
 public:
  /// `spd`: as the user named it. `print`: where the table goes.
  ReadableLines(std::string spd, void (*print)(std::string_view text) noexcept);

  void begun(const Subject& subject, int process) override;
  void output(const std::string& component, device::Stream stream, std::string_view line) override;
  void note(const std::string& line) override;
  void failure(const std::string& line) override;
  void result(const TrialOutcome& outcome) override;
  /// Prints the table, unless what the user gave was refused.
  int finish(int status) override;

 private:
  void (*const print_)(std::string_view) noexcept;
  os::Mutex mutex_;
  std::string name_;  // the component's; until it runs, its SPD
  std::optional<TrialOutcome> outcome_;
  report::ShownLines shown_;
};

}  // namespace orbweaver::trial
