// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/guard/hosting/message.hpp>

#include <utility>

#include "../octets.hpp"

namespace orbweaver::guard::hosting {

namespace {

enum ReportKind : std::uint64_t { kRunning, kRefused, kEnded };

std::optional<Report> report_of(std::uint64_t kind, std::uint64_t number, std::string why) {
  if (kind == kRefused) return RefusalReport{number, std::move(why)};
  if (!why.empty()) return std::nullopt;
  if (kind == kRunning) return RunReport{number};
  if (kind == kEnded) return EndReport{number};
  return std::nullopt;
}

}  // namespace

Encoded encode(const RunRequest& request) {
  OctetWriter writer;
  writer(request.number);
  writer(request.library);
  writer(request.words);
  return writer.take();
}

std::optional<RunRequest> decode_request(Bytes bytes) {
  OctetReader reader{bytes};
  RunRequest request;
  reader(request.number);
  reader(request.library);
  reader(request.words);
  if (!reader.is_done()) return std::nullopt;
  return request;
}

Encoded encode(const Report& report) {
  OctetWriter writer;
  writer(std::uint64_t{report.index()});
  writer(std::visit([](const auto& entry) { return entry.number; }, report));
  const auto* const refused = std::get_if<RefusalReport>(&report);
  writer(refused ? refused->why : std::string{});
  return writer.take();
}

std::optional<Report> decode_report(Bytes bytes) {
  OctetReader reader{bytes};
  std::uint64_t kind = 0, number = 0;
  std::string why;
  reader(kind);
  reader(number);
  reader(why);
  if (!reader.is_done()) return std::nullopt;
  return report_of(kind, number, std::move(why));
}

}  // namespace orbweaver::guard::hosting
