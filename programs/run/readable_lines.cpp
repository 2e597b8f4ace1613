// SPDX-License-Identifier: Apache-2.0
#include "readable_lines.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <array>
#include <cstdio>

#include "report/table.hpp"

namespace orbweaver::domain {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kProgram = "orbweaver-run";

std::string seconds(Nanoseconds time) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", std::chrono::duration<double>(time).count());
  return text.data();
}

}  // namespace

ReadableLines::ReadableLines(std::string sad, void (*print)(std::string_view) noexcept)
    : sad_(std::move(sad)),
      print_(print),
      shown_([print](const std::string& line) { print(line + "\n"); }) {}

void ReadableLines::ready(const std::string& name, const std::string& /*manager*/,
                          const std::string& /*naming*/) {
  const std::scoped_lock lock{mutex_};
  domain_ = name;
}

void ReadableLines::notice(const std::string& line) { os::print_error_of(kProgram, line); }

void ReadableLines::interrupted() {
  os::print_error_of(kProgram, "ending; one more signal ends it at once");
}

void ReadableLines::application(std::string_view state,
                                const std::vector<ComponentLine>& components) {
  const std::scoped_lock lock{mutex_};
  components_ = components;
  if (state == "running") {
    began_ = now();
    os::print_error_of(kProgram, "running; Ctrl-C ends it" +
                                     (domain_.empty() ? std::string{}
                                                      : "; operate it: orbweaver apps --domain '" +
                                                            domain_ + "'"));
  } else if (state != "created" && !ended_) {
    ended_ = now();
  }
}

void ReadableLines::output(const std::string& component, device::Stream stream,
                           std::string_view line) {
  const std::scoped_lock lock{mutex_};
  auto& heard = heard_[component];
  const auto event = report::event_in(stream, line);
  ++(event ? heard.events : heard.lines);
  shown_.take(component, stream, line, now());
  if (event) say_what_waits_for_a_debugger(component, *event);
}

/// Requires: mutex_ held.
void ReadableLines::say_what_waits_for_a_debugger(const std::string& component, const Json& event) {
  if (event.value("event", Json{}) != "debugger") return;
  const auto process = event.value("process", Json{});
  if (process.is_number_integer())
    os::print_error_of(kProgram, "component '" + component +
                                     "' waits for a debugger; in another terminal: gdb -p " +
                                     process.dump());
}

void ReadableLines::component_ended(const std::string& component, const std::string& how) {
  {
    const std::scoped_lock lock{mutex_};
    heard_[component].ended = how;
  }
  failure("component '" + component + "' ended: " + how);
}

void ReadableLines::failure(const std::string& line) { os::print_error_of(kProgram, line); }

int ReadableLines::finish(int status) {
  const std::scoped_lock lock{mutex_};
  shown_.finish();
  if (!components_.empty()) print_(table());
  return status;
}

std::string ReadableLines::table() const {
  std::vector<report::Row> rows;
  for (const auto& component : components_) {
    const auto found = heard_.find(component.name);
    const auto heard = found == heard_.end() ? Heard{} : found->second;
    rows.push_back({component.name, component.device,
                    component.process == 0 ? "-" : std::to_string(component.process),
                    std::to_string(heard.events), std::to_string(heard.lines),
                    heard.ended.empty() ? "as asked" : heard.ended});
  }
  const auto ran = began_ ? ", ran " + seconds(ended_.value_or(now()) - *began_) + " s" : "";
  return sad_ + ran + "\n" +
         report::table_of({{"component"},
                           {"device"},
                           {"process"},
                           {"JSON lines", true},
                           {"other lines", true},
                           {"ended"}},
                          std::move(rows));
}

}  // namespace orbweaver::domain
