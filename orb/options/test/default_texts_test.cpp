// SPDX-License-Identifier: Apache-2.0
// The default texts of the option table against the defaults of Options. An option whose default is
// a value of it must leave the options unchanged when it is set to that text. All other texts stand
// in kInWords below, each with a check of its own.
#include <orbweaver/corba/option_table.hpp>
#include <orbweaver/corba/orb_options.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <variant>

namespace orbweaver::corba {
namespace {

template <class T>
void put(std::ostream& out, const char* name, const T& value) {
  out << name << '=';
  if constexpr (std::is_enum_v<T>)
    out << static_cast<int>(value);
  else if constexpr (requires { value.count(); })
    out << value.count() << " ns";
  else if constexpr (std::is_same_v<T, std::string>)
    out << value;
  else
    out << +value;
  out << '\n';
}

void put(std::ostream& out, const char* name, const dispatch::Watermarks& marks) {
  out << name << '=' << marks.high_messages << ' ' << marks.low_messages << ' ' << marks.high_bytes
      << ' ' << marks.low_bytes << '\n';
}

// All that the options of the table can set.
std::string description_of(const OrbArguments& arguments) {
  const auto& options = arguments.options;
  std::ostringstream out;
#define ORBWEAVER_PUT(MEMBER) put(out, #MEMBER, options.MEMBER)
  ORBWEAVER_PUT(endpoints.size());
  ORBWEAVER_PUT(datagram_endpoints.size());
  out << arguments.id << ' ' << options.server_name << '\n';
  ORBWEAVER_PUT(threading);
  ORBWEAVER_PUT(dispatch);
  ORBWEAVER_PUT(pool_threads);
  ORBWEAVER_PUT(lane_watermarks);
  put(out, "lane_low", arguments.lane_low.value_or(options.lane_watermarks.low_messages));
  ORBWEAVER_PUT(send_watermarks);
  ORBWEAVER_PUT(async_calls);
  ORBWEAVER_PUT(sync_scope);
  ORBWEAVER_PUT(overflow);
  ORBWEAVER_PUT(timeout);
  ORBWEAVER_PUT(hold_timeout);
  ORBWEAVER_PUT(ordered_delivery);
  ORBWEAVER_PUT(private_connections);
  ORBWEAVER_PUT(order_limits.messages);
  ORBWEAVER_PUT(order_limits.bytes);
  ORBWEAVER_PUT(order_limits.wait);
  ORBWEAVER_PUT(connect_timeout);
  ORBWEAVER_PUT(reply_timeout);
  ORBWEAVER_PUT(late_reply_bytes);
  ORBWEAVER_PUT(client_idle);
  ORBWEAVER_PUT(server_idle);
  ORBWEAVER_PUT(server_drain);
  ORBWEAVER_PUT(transport);
  out << "collocation=" << (options.collocation ? static_cast<int>(*options.collocation) : -1)
      << '\n';
  ORBWEAVER_PUT(max_message_size);
  ORBWEAVER_PUT(decode_limits.length);
  ORBWEAVER_PUT(decode_limits.depth);
  ORBWEAVER_PUT(decode_limits.memory);
  ORBWEAVER_PUT(max_fragmented_messages);
  ORBWEAVER_PUT(max_fragmented_bytes);
  ORBWEAVER_PUT(giop_minor);
  ORBWEAVER_PUT(fragment_bytes);
  ORBWEAVER_PUT(native_text);
  ORBWEAVER_PUT(max_connections);
  ORBWEAVER_PUT(max_peer_connections);
  ORBWEAVER_PUT(max_unfinished_bytes);
  ORBWEAVER_PUT(message_timeout);
  ORBWEAVER_PUT(waiting);
  ORBWEAVER_PUT(connection_traits.shm_bytes);
  ORBWEAVER_PUT(explain);
  ORBWEAVER_PUT(trace.calls);
  ORBWEAVER_PUT(trace.connections);
  ORBWEAVER_PUT(trace.messages);
  ORBWEAVER_PUT(tell_clients);
  ORBWEAVER_PUT(wait_warning);
  ORBWEAVER_PUT(wait_report);
  ORBWEAVER_PUT(use_of_tls);
  ORBWEAVER_PUT(tls.certificate);
  ORBWEAVER_PUT(tls.key);
  ORBWEAVER_PUT(tls.passphrase);
  ORBWEAVER_PUT(tls.authorities);
  ORBWEAVER_PUT(tls.revoked);
  ORBWEAVER_PUT(tls.clients);
  ORBWEAVER_PUT(tls.least);
  ORBWEAVER_PUT(tls.expected_peers.size());
  ORBWEAVER_PUT(local_peers.servers_of.size());
  ORBWEAVER_PUT(local_peers.socket_mode);
#undef ORBWEAVER_PUT
  out << arguments.initial.references.size() << ' ' << arguments.initial.default_prefix << '\n';
  return out.str();
}

struct InWords {
  std::string_view option, text;
  bool (*holds)(const OrbArguments& defaults);
};

constexpr InWords kInWords[]{
    {"-ORBendPoint", "TCP on loopback, and a unix socket and shared memory for this machine",
     [](const OrbArguments& defaults) {
       // No endpoint stands for these three, as wire::Options says.
       return defaults.options.endpoints.empty() && defaults.options.datagram_endpoints.empty();
     }},
    {"-ORBendPointPublish", "the addresses of `-ORBendPoint`",
     [](const OrbArguments& defaults) {
       return defaults.options.published_endpoints.empty() &&
              defaults.options.published_tls_endpoints.empty() &&
              defaults.options.published_datagram_endpoints.empty();
     }},
    {"-ORBserverName", "none",
     [](const OrbArguments& defaults) { return defaults.options.server_name.empty(); }},
    {"-ORBrules", "none",
     [](const OrbArguments& defaults) { return defaults.options.rules.empty(); }},
    {"-ORBaudit", "none",
     [](const OrbArguments& defaults) { return defaults.options.audit.empty(); }},
    {"-ORBsocketMode", "0600",
     [](const OrbArguments& defaults) {
       return defaults.options.local_peers.socket_mode == transport::LocalPeers{}.socket_mode;
     }},
    {"-ORBlocalPeer", "none",
     [](const OrbArguments& defaults) { return defaults.options.local_peers.servers_of.empty(); }},
    {"-ORBtlsCertificate", "none",
     [](const OrbArguments& defaults) { return defaults.options.tls.certificate.empty(); }},
    {"-ORBtlsKey", "the file of `-ORBtlsCertificate`",
     [](const OrbArguments& defaults) { return defaults.options.tls.key.empty(); }},
    {"-ORBtlsPassphrase", "none",
     [](const OrbArguments& defaults) { return defaults.options.tls.passphrase.empty(); }},
    {"-ORBtlsCA", "none",
     [](const OrbArguments& defaults) { return defaults.options.tls.authorities.empty(); }},
    {"-ORBtlsCRL", "none",
     [](const OrbArguments& defaults) { return defaults.options.tls.revoked.empty(); }},
    {"-ORBtlsPeer", "the host that is called",
     [](const OrbArguments& defaults) { return defaults.options.tls.expected_peers.empty(); }},
    {"-ORBid", "none: the default ORB of the process",
     [](const OrbArguments& defaults) { return defaults.id.empty(); }},
    {"-ORBInitRef", "none",
     [](const OrbArguments& defaults) { return defaults.initial.references.empty(); }},
    {"-ORBDefaultInitRef", "none",
     [](const OrbArguments& defaults) { return defaults.initial.default_prefix.empty(); }},
    {"-ORBlaneLow", "a quarter of `-ORBlaneDepth`",
     [](const OrbArguments& defaults) {
       const auto& marks = defaults.options.lane_watermarks;
       return !defaults.lane_low && marks.low_messages == marks.high_messages / 4;
     }},
    {"-ORBcollocation", "two-way `direct`, one-way `queued`",
     [](const OrbArguments& defaults) { return !defaults.options.collocation.has_value(); }},
    {"-ORBshmBytes", "from the machine, 32 MiB at most",
     [](const OrbArguments& defaults) {
       return defaults.options.connection_traits.shm_bytes == std::size_t{32} << 20;
     }},
    {"-ORBmaxDecodedBytes", "8 times `-ORBmaxMessageSize`",
     [](const OrbArguments& defaults) {
       return defaults.options.decode_limits.memory == 8 * defaults.options.max_message_size;
     }},
    {"-ORBmaxFragmentedBytes", "`-ORBmaxMessageSize`",
     [](const OrbArguments& defaults) {
       // No limit but that of the message.
       return defaults.options.max_fragmented_bytes == SIZE_MAX;
     }},
    {"-ORBmaxPeerConnections", "half of `-ORBmaxConnections`; all over the loopback",
     [](const OrbArguments& defaults) {
       const auto& options = defaults.options;
       return options.peer_connection_limit() == options.max_connections / 2 &&
              options.loopback_connection_limit() == options.max_connections;
     }},
    {"-ORBmaxUnfinishedBytes", "4 times `-ORBmaxMessageSize`, and never less than it",
     [](const OrbArguments& defaults) {
       return defaults.options.unfinished_limit() == 4 * defaults.options.max_message_size;
     }},
    {"-ORBlateReplyBytes", "`-ORBmaxMessageSize`, and never less",
     [](const OrbArguments& defaults) {
       return defaults.options.late_reply_limit() == defaults.options.max_message_size;
     }},
};

const InWords* find_in_words(std::string_view option) {
  for (const auto& row : kInWords)
    if (row.option == option) return &row;
  return nullptr;
}

// "8 MiB" as the option takes it: "8388608".
std::string as_value(std::string_view text) {
  for (const std::string_view unit : {" MiB", " Mi"})
    if (text.ends_with(unit))
      return std::to_string(std::stoull(std::string{text.substr(0, text.size() - unit.size())})
                            << 20);
  return std::string{text};
}

std::string after_setting(const Option& option, const std::string& value) {
  OrbArguments arguments;
  set_option(arguments, option, value);
  return description_of(arguments);
}

// Another value that the option takes.
std::string other_value(const Option& option, const std::string& value) {
  if (const auto* choice = std::get_if<ChoiceValue>(&option.value)) {
    const auto& first = choice->choices().front();
    return std::string{first.name == value ? choice->choices().back().name : first.name};
  }
  if (const auto* number = std::get_if<NumberValue>(&option.value)) {
    const auto most = std::to_string(number->most);
    return most == value ? std::to_string(number->least) : most;
  }
  return "calls,connections,messages";
}

void expect_default(const Option& option) {
  const auto value = as_value(option.default_value);
  const auto defaults = description_of(OrbArguments{});
  EXPECT_EQ(after_setting(option, value), defaults) << option.name;
  EXPECT_NE(after_setting(option, other_value(option, value)), defaults)
      << option.name << " sets a member that description_of() leaves out";
}

void expect_in_words(const Option& option, const InWords& row) {
  EXPECT_EQ(option.default_value, row.text) << option.name;
  EXPECT_TRUE(row.holds(OrbArguments{})) << option.name;
}

TEST(DefaultTexts, of_the_option_table_are_the_defaults_of_the_options) {
  for (const auto& group : option_groups()) {
    for (const auto& option : group.options) {
      if (const auto* row = find_in_words(option.name))
        expect_in_words(option, *row);
      else
        expect_default(option);
    }
  }
}

}  // namespace
}  // namespace orbweaver::corba
