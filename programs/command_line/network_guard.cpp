// SPDX-License-Identifier: Apache-2.0
#include "network_guard.hpp"

#include <orbweaver/base/log_limit.hpp>

#include <algorithm>

namespace orbweaver::command_line {

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

bool is_loopback(std::string_view host) {
  const bool is_number = host.find_first_not_of("0123456789.") == host.npos;
  return (is_number && host.starts_with("127.")) || host == "localhost" || host == "[::1]";
}

bool asks_for_certificates(const Options& options) {
  return std::ranges::none_of(options, [](const auto& option) {
    return option.first == "-ORBtlsClients" && option.second != "require";
  });
}

// "giop:tcp:HOST:PORT". Of another form, the ORB refuses it.
bool is_open(std::string_view endpoint, const Options& options) {
  const auto begins = [endpoint](std::string_view text) { return endpoint.starts_with(text); };
  const bool is_plain = begins("giop:tcp:") || begins("giop:udp:");
  const bool is_tls = begins("giop:tls:") || begins("giop:ssl:");
  if (!is_plain && !is_tls) return false;
  if (is_tls && asks_for_certificates(options)) return false;
  const auto host = endpoint.substr(std::string_view{"giop:tcp:"}.size());
  return !is_loopback(host.substr(0, host.rfind(':')));
}

void add_open(const Options& options, std::vector<std::string>& open) {
  const auto is_rules = [](const auto& option) { return option.first == "-ORBrules"; };
  if (std::ranges::any_of(options, is_rules)) return;
  for (const auto& [name, value] : options)
    if (name == "-ORBendPoint" && is_open(value, options)) open.push_back(value);
}

}  // namespace

std::vector<std::string> open_endpoints(const std::vector<std::string>& options,
                                        const Options& of_components) {
  Options own;
  for (std::size_t i = 0; i + 1 < options.size(); i += 2)
    own.emplace_back(options[i], options[i + 1]);
  std::vector<std::string> open;
  add_open(own, open);
  add_open(of_components, open);
  return open;
}

NetworkGuard::NetworkGuard(CLI::App& app, std::string_view harm)
    : harm_(harm),
      insecure_(app.add_flag("--insecure")
                    ->description("open network ports at which every host may call")) {}

Result<void, std::string> NetworkGuard::admit(const std::vector<std::string>& endpoints) const {
  if (endpoints.empty() || insecure_->count() > 0) return {};
  return unexpected(printable(endpoints.front()) +
                    " would be open to every host of the network, and each of them can " + harm_ +
                    ": take giop:tls and -ORBrules (docs/guides/security.md), or say --insecure");
}

}  // namespace orbweaver::command_line
