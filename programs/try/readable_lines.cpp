// SPDX-License-Identifier: Apache-2.0
#include "readable_lines.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <unistd.h>

#include <array>
#include <cstdio>

#include "rate.hpp"
#include "report/table.hpp"

namespace orbweaver::trial {

namespace {

constexpr const char* kProgram = "orbweaver-try";

std::string with_decimals(double number, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

/// "standardInterfaces/realFloat" of "IDL:standardInterfaces/realFloat:1.0".
std::string short_name(std::string interface) {
  constexpr std::string_view kBefore = "IDL:";
  if (interface.starts_with(kBefore)) interface.erase(0, kBefore.size());
  return interface.substr(0, interface.rfind(':'));
}

report::Row row_of(const PortOutcome& port, const char* direction, const TrialOutcome& outcome) {
  const auto rate = samples_per_second(port, outcome);
  return {port.port.port + " (" + direction + ")",
          short_name(std::string{port.port.kind->interface}),
          report::with_commas(port.packets),
          report::with_commas(port.samples),
          rate ? report::with_commas(static_cast<unsigned long long>(*rate)) : "-",
          port.port.file.empty() ? "dropped" : port.port.file};
}

/// "gain: end of stream after 0.50 s; its program: exit status 0".
std::string title_of(const std::string& name, const TrialOutcome& outcome) {
  auto text = name + ": " + std::string{name_of(outcome.ended)};
  if (outcome.ran)
    text +=
        " after " + with_decimals(std::chrono::duration<double>(*outcome.ran).count(), 2) + " s";
  if (!outcome.program_end.empty()) text += "; its program: " + outcome.program_end;
  return os::on_one_line(std::move(text)) + "\n";
}

std::string table_of(const TrialOutcome& outcome) {
  std::vector<report::Row> rows;
  for (const auto& port : outcome.inputs) rows.push_back(row_of(port, "in", outcome));
  for (const auto& port : outcome.outputs) rows.push_back(row_of(port, "out", outcome));
  if (rows.empty()) return {};
  return report::table_of({{"port"},
                           {"interface"},
                           {"packets", true},
                           {"samples", true},
                           {"samples/s", true},
                           {"file"}},
                          std::move(rows));
}

}  // namespace

ReadableLines::ReadableLines(std::string spd, void (*print)(std::string_view) noexcept)
    : print_(print),
      name_(std::move(spd)),
      shown_([](const std::string& line) { os::print_error(line + "\n"); }) {}

void ReadableLines::begun(const Subject& subject, int /*process*/) {
  const std::scoped_lock lock{mutex_};
  name_ = subject.name;
  if (::isatty(os::kStandardError) == 1)
    os::print_error_of(kProgram, name_ + " runs; Ctrl-C ends it");
}

void ReadableLines::output(const std::string& component, device::Stream stream,
                           std::string_view line) {
  const std::scoped_lock lock{mutex_};
  shown_.take(component, stream, line, now());
}

void ReadableLines::note(const std::string& line) { os::print_error_of(kProgram, line); }

void ReadableLines::failure(const std::string& line) { os::print_error_of(kProgram, line); }

void ReadableLines::result(const TrialOutcome& outcome) {
  const std::scoped_lock lock{mutex_};
  outcome_ = outcome;
}

int ReadableLines::finish(int status) {
  const std::scoped_lock lock{mutex_};
  shown_.finish();
  if (outcome_ && status != kBadInput) print_(title_of(name_, *outcome_) + table_of(*outcome_));
  return status;
}

}  // namespace orbweaver::trial
