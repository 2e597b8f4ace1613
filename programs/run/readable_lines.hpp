// SPDX-License-Identifier: Apache-2.0
// Reports a run to a user: the components' lines and a table at the end on standard output,
// progress on standard error.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <optional>
#include <string>

#include "report/shown_lines.hpp"
#include "reporter.hpp"

namespace orbweaver::domain {

class ReadableLines : public Reporter {
 public:
  /// `sad`: in the form that the user wrote. `print`: prints components' lines and the table.
  ReadableLines(std::string sad, void (*print)(std::string_view text) noexcept);

  void ready(const std::string& name, const std::string& manager,
             const std::string& naming) override;
  void notice(const std::string& line) override;
  void interrupted() override;
  void application(std::string_view state, const std::vector<ComponentLine>& components) override;
  void output(const std::string& component, device::Stream stream, std::string_view line) override;
  void component_ended(const std::string& component, const std::string& how) override;
  void failure(const std::string& line) override;
  int finish(int status) override;

 private:
  struct Heard {
    std::size_t events = 0, lines = 0;
    std::string ended;  // how it ended; empty: as planned
  };
  void say_what_waits_for_a_debugger(const std::string& component,
                                     const nlohmann::ordered_json& event);
  [[nodiscard]] std::string table() const;  // requires mutex_

  const std::string sad_;
  void (*const print_)(std::string_view) noexcept;
  os::Mutex mutex_;
  std::string domain_;
  std::vector<ComponentLine> components_;
  std::map<std::string, Heard> heard_;
  std::optional<TimePoint> began_, ended_;
  report::ShownLines shown_;
};

}  // namespace orbweaver::domain
