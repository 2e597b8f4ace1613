// SPDX-License-Identifier: Apache-2.0
// Reports a run to programs, as JSON lines on standard output. docs/guides/run.md describes the
// events.
#pragma once
#include <orbweaver/program/event_lines.hpp>

#include "reporter.hpp"

namespace orbweaver::domain {

class RunEventLines : public Reporter {
 public:
  RunEventLines();

  void ready(const std::string& name, const std::string& manager,
             const std::string& naming) override;
  void notice(const std::string& line) override;
  void interrupted() override;
  void application(std::string_view state, const std::vector<ComponentLine>& components) override;
  void output(const std::string& component, device::Stream stream, std::string_view line) override;
  void component_ended(const std::string& component, const std::string& how) override;
  void failure(const std::string& line) override;
  int finish(int status) override { return status; }

 private:
  program::EventLines lines_;
};

}  // namespace orbweaver::domain
