#include "orb_options.hpp"

#include "nearest_name.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/giop/fragments.hpp>
#include <orbweaver/giop/ior.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

namespace orbweaver::corba {

namespace {

// The stack of a thread must hold so many levels.
constexpr std::size_t kMostDepth = 1000;

[[noreturn]] void refuse(const std::string& option, const std::string& value,
                         const std::string& takes) {
  throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                         option + " takes " + takes + ", not '" + value + "'");
}

std::size_t to_number(const std::string& option, const std::string& value, std::size_t least,
                      std::size_t most = std::numeric_limits<std::uint32_t>::max()) {
  std::size_t number = 0;
  const auto* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc{} || stop != end || number < least || number > most)
    refuse(option, value,
           "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return number;
}

template <class Choice>
using Choices = std::vector<std::pair<std::string_view, Choice>>;

template <class Choice>
Choice to_choice(const std::string& option, const std::string& value,
                 const Choices<Choice>& choices) {
  std::string names;
  for (const auto& [name, choice] : choices) {
    if (value == name) return choice;
    names += (names.empty() ? "" : ", ") + std::string{name};
  }
  refuse(option, value, "one of " + names);
}

std::size_t to_fragment_size(const std::string& option, const std::string& value) {
  return value == "0" ? 0 : to_number(option, value, giop::kLeastFragment);
}

// "giop:tcp:127.0.0.1:0", as omniORB spells it.
void add_endpoint(wire::Options& options, const std::string& option, const std::string& value) {
  constexpr std::string_view kPrefix = "giop:";
  const std::string takes =
      "giop:tcp:HOST:PORT, giop:unix:PATH, giop:shm:@NAME or giop:udp:HOST:PORT";
  if (!value.starts_with(kPrefix)) refuse(option, value, takes);
  const auto text = std::string_view{value}.substr(kPrefix.size());
  const auto add = [&](auto& endpoints, auto address) {
    if (!address)
      refuse(option, value, takes + " (" + std::string{transport::describe(address.error())} + ")");
    endpoints.push_back(*std::move(address));
  };
  if (text.starts_with("udp:"))
    add(options.datagram_endpoints, transport::parse_udp_address(text));
  else
    add(options.endpoints, transport::parse_address(text));
}

void set_lane_depth(wire::Options& options, std::size_t depth) {
  options.lane_watermarks.high_messages = depth;
  options.lane_watermarks.low_messages = depth / 4;
}

// Once all options are read: the two may come in any order.
void set_lane_low(wire::Options& options, std::size_t low) {
  const auto depth = options.lane_watermarks.high_messages;
  if (low >= depth)
    refuse("-ORBlaneLow", std::to_string(low),
           "a whole number below -ORBlaneDepth, which is " + std::to_string(depth));
  options.lane_watermarks.low_messages = low;
}

void set_send_queue(wire::Options& options, std::size_t messages) {
  options.send_watermarks.high_messages = messages;
  options.send_watermarks.low_messages = messages / 2;
}

void set_lane_bytes(wire::Options& options, std::size_t bytes) {
  options.lane_watermarks.high_bytes = bytes;
  options.lane_watermarks.low_bytes = bytes / 4;
}

void set_send_queue_bytes(wire::Options& options, std::size_t bytes) {
  options.send_watermarks.high_bytes = bytes;
  options.send_watermarks.low_bytes = bytes / 4;
}

bool to_switch(const std::string& option, const std::string& value) {
  return to_choice<bool>(option, value, {{"on", true}, {"off", false}});
}

wire::Trace to_trace(const std::string& option, const std::string& value) {
  wire::Trace trace;
  std::size_t begin = 0;
  while (begin <= value.size()) {
    const auto comma = std::min(value.find(',', begin), value.size());
    const auto name = value.substr(begin, comma - begin);
    begin = comma + 1;
    if (name == "calls")
      trace.calls = true;
    else if (name == "connections")
      trace.connections = true;
    else if (name == "messages")
      trace.messages = true;
    else if (name != "off" || value != "off")
      refuse(option, value, "off, or calls, connections and messages with commas between them");
  }
  return trace;
}

const std::string kInitialReference =
    "NAME=REFERENCE, where the reference begins with IOR:, corbaloc:, corbaname: or file://";

// As far as the text alone can tell; where it leads to is seen when it is resolved.
std::string why_no_reference(std::string text) {
  std::string scheme = text.substr(0, text.find(':') + 1);
  std::ranges::transform(scheme, scheme.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool is_read_later =
      scheme == "corbaname:" || scheme == "file:" || text.starts_with("corbaloc:rir:");
  if (is_read_later) return {};
  const auto read = giop::parse_reference(text);
  return read ? "" : std::string{giop::describe(read.error())};
}

void add_initial_reference(OrbArguments& result, const std::string& option,
                           const std::string& value) {
  const auto equals = value.find('=');
  if (equals == std::string::npos || equals == 0) refuse(option, value, kInitialReference);
  if (const auto why = why_no_reference(value.substr(equals + 1)); !why.empty())
    refuse(option, value, kInitialReference + " (" + why + ")");
  result.initial.references.insert_or_assign(value.substr(0, equals), value.substr(equals + 1));
}

using Setter =
    std::function<void(OrbArguments&, const std::string& option, const std::string& value)>;

// One row for each option: a table, however long.
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
const std::map<std::string, Setter, std::less<>>& setters() {
  using wire::Collocation;
  using wire::Dispatch;
  using wire::Overflow;
  using wire::SyncScope;
  using wire::Threading;
  using wire::TransportChoice;
  using wire::Waiting;
  static const std::map<std::string, Setter, std::less<>> table{
      {"-ORBendPoint", [](auto& r, auto& o, auto& v) { add_endpoint(r.options, o, v); }},
      {"-ORBthreading",
       [](auto& r, auto& o, auto& v) {
         r.options.threading = to_choice<Threading>(
             o, v, {{"per-connection", Threading::per_connection}, {"pool", Threading::pool}});
       }},
      {"-ORBdispatch",
       [](auto& r, auto& o, auto& v) {
         r.options.dispatch = to_choice<Dispatch>(o, v,
                                                  {{"lane", Dispatch::lane},
                                                   {"pool", Dispatch::pool},
                                                   {"connection", Dispatch::connection}});
       }},
      {"-ORBthreads",
       [](auto& r, auto& o, auto& v) {
         r.options.pool_threads = static_cast<unsigned>(to_number(o, v, 1, 1024));
       }},
      {"-ORBlaneDepth",
       [](auto& r, auto& o, auto& v) { set_lane_depth(r.options, to_number(o, v, 1)); }},
      {"-ORBlaneLow", [](auto& r, auto& o, auto& v) { r.lane_low = to_number(o, v, 0); }},
      {"-ORBlaneBytes",
       [](auto& r, auto& o, auto& v) { set_lane_bytes(r.options, to_number(o, v, 1)); }},
      {"-ORBsync",
       [](auto& r, auto& o, auto& v) {
         r.options.sync_scope = to_choice<SyncScope>(o, v,
                                                     {{"none", SyncScope::none},
                                                      {"transport", SyncScope::with_transport},
                                                      {"server", SyncScope::with_server},
                                                      {"target", SyncScope::with_target}});
       }},
      {"-ORBholdTimeout",
       [](auto& r, auto& o, auto& v) {
         r.options.hold_timeout = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBasyncCalls",
       [](auto& r, auto& o, auto& v) { r.options.async_calls = to_number(o, v, 1); }},
      {"-ORBsendQueue",
       [](auto& r, auto& o, auto& v) { set_send_queue(r.options, to_number(o, v, 1)); }},
      {"-ORBsendQueueBytes",
       [](auto& r, auto& o, auto& v) { set_send_queue_bytes(r.options, to_number(o, v, 1)); }},
      {"-ORBsendOverflow",
       [](auto& r, auto& o, auto& v) {
         r.options.overflow = to_choice<Overflow>(o, v,
                                                  {{"block", Overflow::block},
                                                   {"fail", Overflow::fail},
                                                   {"drop-oldest", Overflow::drop_oldest}});
       }},
      {"-ORBcallTimeout",
       [](auto& r, auto& o, auto& v) {
         r.options.timeout = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBtransport",
       [](auto& r, auto& o, auto& v) {
         r.options.transport = to_choice<TransportChoice>(o, v,
                                                          {{"auto", TransportChoice::automatic},
                                                           {"shm", TransportChoice::shm},
                                                           {"unix", TransportChoice::unix_socket},
                                                           {"tcp", TransportChoice::tcp},
                                                           {"udp", TransportChoice::udp}});
       }},
      {"-ORBcollocation",
       [](auto& r, auto& o, auto& v) {
         r.options.collocation = to_choice<Collocation>(o, v,
                                                        {{"direct", Collocation::direct},
                                                         {"queued", Collocation::queued},
                                                         {"off", Collocation::off}});
       }},
      {"-ORBorderedDelivery",
       [](auto& r, auto& o, auto& v) { r.options.ordered_delivery = to_switch(o, v); }},
      {"-ORBorderWindow",
       [](auto& r, auto& o, auto& v) { r.options.order_limits.messages = to_number(o, v, 0); }},
      {"-ORBorderWindowBytes",
       [](auto& r, auto& o, auto& v) { r.options.order_limits.bytes = to_number(o, v, 0); }},
      {"-ORBorderWait",
       [](auto& r, auto& o, auto& v) {
         r.options.order_limits.wait = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBprivateConnections",
       [](auto& r, auto& o, auto& v) { r.options.private_connections = to_switch(o, v); }},
      {"-ORBmaxMessageSize",
       [](auto& r, auto& o, auto& v) { r.options.max_message_size = to_number(o, v, 1024); }},
      {"-ORBmaxLength",
       [](auto& r, auto& o, auto& v) {
         r.options.decode_limits.length = static_cast<std::uint32_t>(to_number(o, v, 1));
       }},
      {"-ORBmaxDepth",
       [](auto& r, auto& o, auto& v) {
         r.options.decode_limits.depth = static_cast<std::uint32_t>(to_number(o, v, 1, kMostDepth));
       }},
      {"-ORBmaxDecodedBytes",
       [](auto& r, auto& o, auto& v) { r.options.decode_limits.memory = to_number(o, v, 1024); }},
      {"-ORBmaxFragmentedMessages",
       [](auto& r, auto& o, auto& v) { r.options.max_fragmented_messages = to_number(o, v, 1); }},
      {"-ORBmaxFragmentedBytes",
       [](auto& r, auto& o, auto& v) { r.options.max_fragmented_bytes = to_number(o, v, 1024); }},
      {"-ORBconnectTimeout",
       [](auto& r, auto& o, auto& v) {
         r.options.connect_timeout = std::chrono::milliseconds(to_number(o, v, 1));
       }},
      {"-ORBreplyTimeout",
       [](auto& r, auto& o, auto& v) {
         r.options.reply_timeout = std::chrono::milliseconds(to_number(o, v, 1));
       }},
      {"-ORBlateReplyBytes",
       [](auto& r, auto& o, auto& v) { r.options.late_reply_bytes = to_number(o, v, 0); }},
      {"-ORBclientIdle",
       [](auto& r, auto& o, auto& v) {
         r.options.client_idle = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBserverIdle",
       [](auto& r, auto& o, auto& v) {
         r.options.server_idle = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBserverDrain",
       [](auto& r, auto& o, auto& v) {
         r.options.server_drain = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBgiopMinor",
       [](auto& r, auto& o, auto& v) {
         r.options.giop_minor = static_cast<std::uint8_t>(to_number(o, v, 0, giop::kHighestMinor));
       }},
      {"-ORBfragmentBytes",
       [](auto& r, auto& o, auto& v) { r.options.fragment_bytes = to_fragment_size(o, v); }},
      {"-ORBnativeCharCodeSet",
       [](auto& r, auto& o, auto& v) {
         r.options.native_text = to_choice<giop::NativeText>(
             o, v, {{"UTF-8", giop::NativeText::utf8}, {"ISO-8859-1", giop::NativeText::latin1}});
       }},
      {"-ORBmaxConnections",
       [](auto& r, auto& o, auto& v) { r.options.max_connections = to_number(o, v, 1); }},
      {"-ORBwaiting",
       [](auto& r, auto& o, auto& v) {
         r.options.waiting = to_choice<Waiting>(
             o, v,
             {{"auto", Waiting::automatic}, {"look", Waiting::look}, {"block", Waiting::block}});
       }},
      {"-ORBshmBytes",
       [](auto& r, auto& o, auto& v) {
         r.options.connection_traits.shm_bytes =
             to_number(o, v, transport::kLeastShmBytes, transport::kMostShmBytes);
       }},
      {"-ORBtrace", [](auto& r, auto& o, auto& v) { r.options.trace = to_trace(o, v); }},
      {"-ORBtellClients",
       [](auto& r, auto& o, auto& v) {
         r.options.tell_clients =
             to_choice<wire::TellClients>(o, v,
                                          {{"auto", wire::TellClients::automatic},
                                           {"on", wire::TellClients::all},
                                           {"off", wire::TellClients::none}});
       }},
      {"-ORBwaitWarning",
       [](auto& r, auto& o, auto& v) {
         r.options.wait_warning = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBwaitReport",
       [](auto& r, auto& o, auto& v) {
         r.options.wait_report = std::chrono::milliseconds(to_number(o, v, 0));
       }},
      {"-ORBexplain", [](auto& r, auto& o, auto& v) { r.options.explain = to_switch(o, v); }},
      {"-ORBserverName", [](auto& r, auto&, auto& v) { r.options.server_name = v; }},
      {"-ORBInitRef", add_initial_reference},
      {"-ORBDefaultInitRef", [](auto& r, auto&, auto& v) { r.initial.default_prefix = v; }},
  };
  return table;
}

// Users of omniORB look for -ORBtraceLevel first; its beginning is what they want.
constexpr std::string_view kTraceOfOmniOrb = "-ORBtraceLevel", kTrace = "-ORBtrace";

[[noreturn]] void refuse_unknown(const std::string& option) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> names;
  for (const auto& [name, setter] : setters()) names.push_back(name);
  const auto near = nearest_names(option == kTraceOfOmniOrb ? kTrace : option, names, kNamed);
  throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                         "there is no option " + printable(option) + "; did you mean " +
                             near.at(0) + ", " + near.at(1) + " or " + near.at(2) +
                             "? docs/options.md has all of them");
}

}  // namespace

OrbArguments take_orb_arguments(std::vector<std::string>& arguments) {
  OrbArguments result;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& option = arguments[i];
    if (!option.starts_with("-ORB")) {
      rest.push_back(option);
      continue;
    }
    const auto setter = setters().find(option);
    if (setter == setters().end()) refuse_unknown(option);
    if (++i == arguments.size())
      throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, option + " needs a value");
    setter->second(result, option, arguments[i]);
    result.options.told.insert_or_assign(option, arguments[i]);
  }
  if (result.lane_low) set_lane_low(result.options, *result.lane_low);
  arguments = std::move(rest);
  return result;
}

}  // namespace orbweaver::corba
