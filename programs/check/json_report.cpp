// SPDX-License-Identifier: Apache-2.0
#include "json_report.hpp"

#include <nlohmann/json.hpp>

namespace orbweaver::profile {

namespace {

using nlohmann::ordered_json;

ordered_json as_json(const Finding& finding) {
  ordered_json json{{"severity", name_of(finding.severity())},
                    {"code", name_of(finding.code)},
                    {"file", *finding.at.file},
                    {"line", nullptr},
                    {"what", finding.what},
                    {"cause", finding.cause},
                    {"remedy", finding.remedy}};
  if (finding.at.line > 0) json["line"] = finding.at.line;
  return json;
}

}  // namespace

std::string json_report(const CheckReport& report) {
  ordered_json json{{"schema", "orbweaver-check/1"},
                    {"profiles", report.profiles},
                    {"errors", count(report.findings, Severity::error)},
                    {"warnings", count(report.findings, Severity::warning)},
                    {"findings", ordered_json::array()}};
  for (const auto& finding : report.findings) json["findings"].push_back(as_json(finding));
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace orbweaver::profile
