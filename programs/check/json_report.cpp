#include "json_report.hpp"

#include <nlohmann/json.hpp>

namespace orbweaver::profile {

namespace {

using nlohmann::ordered_json;

ordered_json as_json(const Finding& finding) {
  ordered_json made{{"severity", name_of(finding.severity())},
                    {"code", name_of(finding.code)},
                    {"file", *finding.at.file},
                    {"line", nullptr},
                    {"what", finding.what},
                    {"cause", finding.cause},
                    {"remedy", finding.remedy}};
  if (finding.at.line > 0) made["line"] = finding.at.line;
  return made;
}

}  // namespace

std::string json_report(const Report& report) {
  ordered_json made{{"schema", "orbweaver-check/1"},
                    {"profiles", report.profiles},
                    {"errors", count(report.findings, Severity::error)},
                    {"warnings", count(report.findings, Severity::warning)},
                    {"findings", ordered_json::array()}};
  for (const auto& finding : report.findings) made["findings"].push_back(as_json(finding));
  return made.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace orbweaver::profile
