// SPDX-License-Identifier: Apache-2.0
// The record of a run, which --json writes: see docs/reference/application-result.md.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "report/printed_lines.hpp"
#include "reporter.hpp"

namespace orbweaver::domain {

/// Passes all reports on to another reporter, and records them.
class Record : public Reporter {
 public:
  /// `arguments` outlive this.
  Record(const RunArguments& arguments, std::unique_ptr<Reporter> shown);

  void ready(const std::string& name, const std::string& manager,
             const std::string& naming) override;
  void notice(const std::string& line) override;
  void interrupted() override;
  void application(std::string_view state, const std::vector<ComponentLine>& components) override;
  void output(const std::string& component, device::Stream stream, std::string_view line) override;
  void component_ended(const std::string& component, const std::string& how) override;
  void failure(const std::string& line) override;
  /// Writes the record. If the run was refused, writes only the error line.
  int finish(int status) override;

 private:
  using Json = nlohmann::ordered_json;
  struct Heard {
    report::PrintedLines printed;
    Json ended;  // how it ended; null: as planned
  };
  void note_failure(const std::string& line);
  // These functions require that mutex_ is held.
  [[nodiscard]] Json components() const;
  [[nodiscard]] Json ran_ms() const;
  [[nodiscard]] std::string text() const;

  const RunArguments* arguments_;
  const std::unique_ptr<Reporter> shown_;
  const Json provenance_;
  const TimePoint began_ = now();
  os::Mutex mutex_;
  std::map<std::string, Json, std::less<>> times_ms_;  // time of each state
  std::vector<ComponentLine> components_;
  std::map<std::string, Heard> heard_;
  std::vector<std::string> failures_;
  bool is_interrupted_ = false;
};

}  // namespace orbweaver::domain
