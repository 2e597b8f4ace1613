// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb_options.hpp>

#include "nearest_name.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/option_table.hpp>
#include <orbweaver/wire/options.hpp>

#include <algorithm>
#include <string_view>
#include <variant>

namespace orbweaver::corba {

namespace {

// Called after all options are read, because -ORBlaneLow and -ORBlaneDepth come in any order.
void set_lane_low(wire::Options& options, std::size_t low) {
  const auto depth = options.lane_watermarks.high_messages;
  if (low >= depth)
    refuse_value("-ORBlaneLow", std::to_string(low),
                 "a whole number below -ORBlaneDepth, which is " + std::to_string(depth));
  options.lane_watermarks.low_messages = low;
}

template <class Address>
bool listens_by(const wire::Options& options) {
  return std::ranges::any_of(
      options.endpoints, [](const auto& entry) { return std::holds_alternative<Address>(entry); });
}

bool listens_by_tcp(const wire::Options& options) {
  return options.endpoints.empty() || listens_by<transport::TcpAddress>(options);
}

// Called after all options are read, because -ORBendPoint may come last. A relay may lead from a
// TCP port to a unix socket, but nothing leads to a port of datagrams that is not open.
void check_published(const wire::Options& options) {
  const auto refuse = [](const auto& address, std::string_view takes) {
    refuse_value("-ORBendPointPublish", "giop:" + to_string(address), takes);
  };
  if (!listens_by_tcp(options))
    for (const auto& address : options.published_endpoints)
      if (address.port == 0)
        refuse(transport::Address{address},
               "a port, as in giop:tcp:HOST:PORT, where no -ORBendPoint is giop:tcp:HOST:PORT");
  if (!listens_by<transport::TlsAddress>(options))
    for (const auto& address : options.published_tls_endpoints)
      if (address.port == 0)
        refuse(transport::Address{address},
               "a port, as in giop:tls:HOST:PORT, where no -ORBendPoint is giop:tls:HOST:PORT");
  if (options.datagram_endpoints.empty() && !options.published_datagram_endpoints.empty())
    refuse(options.published_datagram_endpoints.front(),
           "giop:udp:HOST:PORT where an -ORBendPoint is giop:udp:HOST:PORT, too");
}

const Option* find_option(std::string_view name) {
  for (const auto& group : option_groups()) {
    const auto found = std::ranges::find(group.options, name, &Option::name);
    if (found != group.options.end()) return &*found;
  }
  return nullptr;
}

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const auto& group : option_groups())
    for (const auto& option : group.options) names.emplace_back(option.name);
  std::ranges::sort(names);
  return names;
}

// Users of omniORB try -ORBtraceLevel first; -ORBtrace is what they look for.
constexpr std::string_view kTraceOfOmniOrb = "-ORBtraceLevel", kTrace = "-ORBtrace";

[[noreturn]] void refuse_unknown(const std::string& option) {
  constexpr std::size_t kNamed = 3;
  const auto near =
      nearest_names(option == kTraceOfOmniOrb ? kTrace : option, option_names(), kNamed);
  throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                         "there is no option " + printable(option) + "; did you mean " +
                             near.at(0) + ", " + near.at(1) + " or " + near.at(2) +
                             "? docs/reference/options.md has all of them");
}

}  // namespace

OrbArguments take_orb_arguments(std::vector<std::string>& arguments) {
  OrbArguments result;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& name = arguments[i];
    if (!name.starts_with("-ORB")) {
      rest.push_back(name);
      continue;
    }
    const auto* option = find_option(name);
    if (option == nullptr) refuse_unknown(name);
    if (++i == arguments.size())
      throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, name + " needs a value");
    set_option(result, *option, arguments[i]);
    result.options.given.insert_or_assign(name, arguments[i]);
  }
  if (result.lane_low) set_lane_low(result.options, *result.lane_low);
  check_published(result.options);
  arguments = std::move(rest);
  return result;
}

}  // namespace orbweaver::corba
