// SPDX-License-Identifier: Apache-2.0
// Messages between a device and a host process, one at a time. Both are of one build on one
// machine, so numbers are as they lie in memory. A message that makes no sense ends the
// conversation. The end of the conversation, by the device, is the end of the host.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orbweaver::guard::hosting {

/// To the host: run the component of this library. With it travel two descriptors, its standard
/// output and its standard error. Answered by RunReport or RefusalReport.
struct RunRequest {
  std::uint64_t number = 0;        // the component's, unique in the host
  std::string library;             // path
  std::vector<std::string> words;  // the component's arguments: ids and values
};

/// The component is registered.
struct RunReport {
  std::uint64_t number = 0;
};
struct RefusalReport {
  std::uint64_t number = 0;
  std::string why;  // one line
};
/// The component was released, and is gone. After RunReport.
struct EndReport {
  std::uint64_t number = 0;
};
using Report = std::variant<RunReport, RefusalReport, EndReport>;

using Encoded = std::vector<std::byte>;
[[nodiscard]] Encoded encode(const RunRequest& request);
[[nodiscard]] Encoded encode(const Report& report);
[[nodiscard]] std::optional<RunRequest> decode_request(Bytes bytes);
[[nodiscard]] std::optional<Report> decode_report(Bytes bytes);

}  // namespace orbweaver::guard::hosting
