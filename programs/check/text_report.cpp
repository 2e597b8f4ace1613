// SPDX-License-Identifier: Apache-2.0
#include "text_report.hpp"

namespace orbweaver::profile {

namespace {

// Returns the length of a control character at the beginning of the text (also of U+0080 to
// U+009F); 0 if there is none.
std::size_t control_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  return byte(0) == 0xC2 && text.size() > 1 && byte(1) < 0xA0 ? 2 : 0;
}

// Removes control characters, as a hostile profile must not control the terminal.
std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto control = control_bytes(text);
    shown += control > 0 ? '?' : text.front();
    text.remove_prefix(control > 0 ? control : 1);
  }
  return shown;
}

std::string painted(std::string_view text, const char* colour, Colours colours) {
  const std::string plain{text};
  return colours == Colours::yes ? std::string{"\033["} + colour + "m" + plain + "\033[0m" : plain;
}

std::string severity_text(const Finding& finding, Colours colours) {
  const bool error = finding.severity() == Severity::error;
  return painted(name_of(finding.severity()), error ? "1;31" : "33", colours);
}

void write_finding(std::ostream& out, const Finding& finding, Colours colours) {
  out << "  ";
  if (finding.at.line > 0) out << finding.at.line << ": ";
  out << severity_text(finding, colours) << ": " << printable(finding.what) << ": "
      << printable(finding.cause) << " [" << name_of(finding.code) << "]\n"
      << "      fix: " << printable(finding.remedy) << "\n";
}

std::string counted(std::size_t number, const std::string& word) {
  return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

}  // namespace

void write_text(std::ostream& out, const CheckReport& report, Colours colours) {
  const std::string* file = nullptr;
  for (const auto& finding : report.findings) {
    if (!file || *file != *finding.at.file) {
      file = finding.at.file.get();
      out << painted(printable(*file), "1", colours) << "\n";
    }
    write_finding(out, finding, colours);
  }
  out << counted(report.profiles, "profile") << ": "
      << counted(count(report.findings, Severity::error), "error") << ", "
      << counted(count(report.findings, Severity::warning), "warning") << "\n";
}

}  // namespace orbweaver::profile
