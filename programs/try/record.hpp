// SPDX-License-Identifier: Apache-2.0
// The record of a trial, as --json writes it: docs/reference/trial-result.md.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "report/printed_lines.hpp"
#include "reporter.hpp"

namespace orbweaver::trial {

/// Hands everything on to another reporter, and notes it.
class Record : public Reporter {
 public:
  /// `arguments` outlive this.
  Record(const TryArguments& arguments, std::unique_ptr<Reporter> shown);

  void begun(const Subject& subject, int process) override;
  void output(const std::string& component, device::Stream stream, std::string_view line) override;
  void note(const std::string& line) override;
  void failure(const std::string& line) override;
  void result(const TrialOutcome& outcome) override;
  /// If what the user gave was refused, writes only the line of the error.
  int finish(int status) override;

 private:
  using Json = nlohmann::ordered_json;
  // These require mutex_.
  [[nodiscard]] Json ports() const;
  [[nodiscard]] std::string text() const;

  const TryArguments* arguments_;
  const std::unique_ptr<Reporter> shown_;
  const Json provenance_;
  os::Mutex mutex_;
  Json component_, implementation_, program_;  // null: it was not started
  report::PrintedLines printed_;
  std::vector<std::string> notes_, failures_;
  std::optional<TrialOutcome> outcome_;
};

}  // namespace orbweaver::trial
