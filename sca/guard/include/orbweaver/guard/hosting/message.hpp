// SPDX-License-Identifier: Apache-2.0
// Messages between a device and a host process, one at a time. Both are of the same build on the
// same machine, so numbers have the machine's byte order. A wrong message closes the socket. When
// the device closes the socket, the host ends.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orbweaver::guard::hosting {

/// To the host: run the component of this library. Two descriptors come with the message: the
/// component's standard output and standard error. The answer is a RunReport or a RefusalReport.
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
/// The component was released and destroyed. Comes after its RunReport.
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
