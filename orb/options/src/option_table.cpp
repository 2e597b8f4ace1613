// SPDX-License-Identifier: Apache-2.0
// One row for each option. After a change, write docs/reference/options.md again:
// tests/pages/test_options.py names the command.
#include <orbweaver/corba/option_table.hpp>

#include "option_texts.hpp"

#include <orbweaver/giop/fragments.hpp>

#include <chrono>
#include <type_traits>

namespace orbweaver::corba {

namespace {

using giop::NativeText;
using transport::ConnectionTraits;
using wire::Collocation;
using wire::Dispatch;
using wire::Options;
using wire::Overflow;
using wire::SyncScope;
using wire::TellClients;
using wire::Threading;
using wire::TransportChoice;
using wire::Waiting;

template <auto Member, auto Value>
void choose(OrbArguments& arguments) {
  arguments.options.*Member = Value;
}

// The members lead to the field: &Options::order_limits, &SequencerLimits::messages.
template <auto... Members>
void assign(OrbArguments& arguments, std::size_t number) {
  auto& field = (arguments.options.*....*Members);
  field = static_cast<std::remove_reference_t<decltype(field)>>(number);
}

template <auto... Members>
void assign_milliseconds(OrbArguments& arguments, std::size_t number) {
  (arguments.options.*....*Members) = std::chrono::milliseconds(number);
}

template <auto Member>
void assign_text(OrbArguments& arguments, const TextValue& /*value*/, std::string_view /*option*/,
                 const std::string& text) {
  arguments.options.*Member = text;
}

void set_default_prefix(OrbArguments& arguments, const TextValue& /*value*/,
                        std::string_view /*option*/, const std::string& text) {
  arguments.initial.default_prefix = text;
}

void set_id(OrbArguments& arguments, const TextValue& /*value*/, std::string_view /*option*/,
            const std::string& text) {
  arguments.id = text;
}

void set_lane_low(OrbArguments& arguments, std::size_t low) { arguments.lane_low = low; }

template <auto Marks, std::size_t Divisor>
void set_messages(OrbArguments& arguments, std::size_t messages) {
  (arguments.options.*Marks).high_messages = messages;
  (arguments.options.*Marks).low_messages = messages / Divisor;
}

template <auto Marks>
void set_bytes(OrbArguments& arguments, std::size_t bytes) {
  (arguments.options.*Marks).high_bytes = bytes;
  (arguments.options.*Marks).low_bytes = bytes / 4;
}

template <auto Member>
constexpr ChoiceValue kSwitch{{"on", choose<Member, true>}, {"off", choose<Member, false>}};

template <auto... Members>
constexpr NumberValue milliseconds(std::size_t least = 0) {
  return {.set = assign_milliseconds<Members...>, .least = least, .unit = "milliseconds"};
}

template <auto... Members>
constexpr NumberValue bytes(std::size_t least) {
  return {.set = assign<Members...>, .least = least, .unit = "bytes"};
}

constexpr std::size_t kMostThreads = 1024;
// The stack of a thread must hold that many levels.
constexpr std::size_t kMostDepth = 1000;
constexpr std::size_t kLeastBytes = 1024;

constexpr Option kAddresses[]{
    {"-ORBendPoint",
     TextValue{"giop:tcp:HOST:PORT, giop:tls:HOST:PORT, giop:unix:PATH, giop:shm:PATH or "
               "giop:udp:HOST:PORT",
               add_endpoint},
     "TCP on loopback, and a unix socket and shared memory for this machine",
     "an address to listen at; may be repeated. Port 0 is a free port. Without a host: all "
     "addresses. PATH begins with `/`, or is `@NAME`"},
    {"-ORBendPointPublish",
     TextValue{"giop:tcp:HOST:PORT, giop:tls:HOST:PORT or giop:udp:HOST:PORT",
               add_published_endpoint},
     "the addresses of `-ORBendPoint`",
     "[an address for clients](giop.md#the-address-that-a-reference-carries) that come through "
     "address translation or a relay: references carry it instead of those of `-ORBendPoint`; may "
     "be repeated. Port 0 or none: the port at which the program listens"},
    {"-ORBsocketMode", TextValue{"three or four octal digits, such as 0660", set_socket_mode},
     "0600",
     "the mode of the files of `giop:unix:/PATH` and `giop:shm:/PATH`: "
     "[which users may try to "
     "connect](../guides/security.md#programs-of-several-users-containers). "
     "Names with `@` have none"},
    {"-ORBid", TextValue{"a name", set_id}, "none: the default ORB of the process",
     "the ORB that `ORB_init` returns, if its third argument names none: the same id is the same "
     "ORB "
     "until that is destroyed"},
    {"-ORBserverName", TextValue{"a name", assign_text<&Options::server_name>}, "none",
     "a name that stands in the keys of persistent objects"},
    {"-ORBInitRef",
     TextValue{"NAME=REFERENCE, where the reference begins with IOR:, corbaloc:, corbaname: or "
               "file://",
               add_initial_reference},
     "none", "a reference for `resolve_initial_references`; may be repeated"},
    {"-ORBDefaultInitRef", TextValue{"the beginning of a reference", set_default_prefix}, "none",
     "what stands before `/NAME` for names without an `-ORBInitRef`"},
};

constexpr Option kServing[]{
    {"-ORBthreading",
     ChoiceValue{{"per-connection", choose<&Options::threading, Threading::per_connection>},
                 {"pool", choose<&Options::threading, Threading::pool>}},
     "per-connection",
     "which threads read: `per-connection`: one for each connection; `pool`: a few for all"},
    {"-ORBdispatch",
     ChoiceValue{{"lane", choose<&Options::dispatch, Dispatch::lane>},
                 {"pool", choose<&Options::dispatch, Dispatch::pool>},
                 {"connection", choose<&Options::dispatch, Dispatch::connection>}},
     "lane",
     "`lane`: each object's requests one at a time, in order; `pool`: at once, in no order; "
     "`connection`: in the thread that reads them"},
    {"-ORBthreads",
     NumberValue{.set = assign<&Options::pool_threads>, .least = 1, .most = kMostThreads}, "8",
     "threads of the pool"},
    {"-ORBlaneDepth", NumberValue{.set = set_messages<&Options::lane_watermarks, 4>, .least = 1},
     "64", "requests that may wait for an object before the connections that feed it are paused"},
    {"-ORBlaneBytes",
     NumberValue{.set = set_bytes<&Options::lane_watermarks>, .least = 1, .unit = "bytes"}, "8 MiB",
     "bytes of the requests that may wait for an object"},
    {"-ORBlaneLow", NumberValue{.set = set_lane_low}, "a quarter of `-ORBlaneDepth`",
     "requests still waiting when the paused connections go on; below `-ORBlaneDepth`"},
};

constexpr Option kCalling[]{
    {"-ORBsync",
     ChoiceValue{{"none", choose<&Options::sync_scope, SyncScope::none>},
                 {"transport", choose<&Options::sync_scope, SyncScope::with_transport>},
                 {"server", choose<&Options::sync_scope, SyncScope::with_server>},
                 {"target", choose<&Options::sync_scope, SyncScope::with_target>}},
     "transport", "when a one-way call returns"},
    {"-ORBsendQueue", NumberValue{.set = set_messages<&Options::send_watermarks, 2>, .least = 1},
     "1024", "one-way calls that may wait to be sent (`-ORBsync none`)"},
    {"-ORBsendQueueBytes",
     NumberValue{.set = set_bytes<&Options::send_watermarks>, .least = 1, .unit = "bytes"}, "8 MiB",
     "bytes of the one-way calls that may wait to be sent"},
    {"-ORBsendOverflow",
     ChoiceValue{{"block", choose<&Options::overflow, Overflow::block>},
                 {"fail", choose<&Options::overflow, Overflow::fail>},
                 {"drop-oldest", choose<&Options::overflow, Overflow::drop_oldest>}},
     "block", "what happens to a one-way call when the send queue is full"},
    {"-ORBcallTimeout", milliseconds<&Options::timeout>(), "0",
     "for a call and its reply; 0: without end"},
    {"-ORBconnectTimeout", milliseconds<&Options::connect_timeout>(1), "5000",
     "to connect to one address of a reference. The addresses are tried in turn, so N that never "
     "answer take N times as long; `-ORBcallTimeout` bounds all of it"},
    {"-ORBholdTimeout", milliseconds<&Options::hold_timeout>(), "10000",
     "how long a call without a timeout waits for an object of this ORB whose POA manager holds "
     "requests; 0: without end"},
    {"-ORBtransport",
     ChoiceValue{{"auto", choose<&Options::transport, TransportChoice::automatic>},
                 {"shm", choose<&Options::transport, TransportChoice::shm>},
                 {"unix", choose<&Options::transport, TransportChoice::unix_socket>},
                 {"tls", choose<&Options::transport, TransportChoice::tls>},
                 {"tcp", choose<&Options::transport, TransportChoice::tcp>},
                 {"udp", choose<&Options::transport, TransportChoice::udp>}},
     "auto",
     "which transport of a reference is used. "
     "[`udp`](../understand/ordering.md#datagrams-a-weaker-contract) is "
     "for one-way calls; if a server does not offer it, a warning says so"},
    {"-ORBcollocation",
     ChoiceValue{{"direct", choose<&Options::collocation, Collocation::direct>},
                 {"queued", choose<&Options::collocation, Collocation::queued>},
                 {"off", choose<&Options::collocation, Collocation::off>}},
     "two-way `direct`, one-way `queued`",
     "calls within the ORB: `direct`: in the caller's thread; `queued`: through the object's lane; "
     "`off`: through a transport"},
    {"-ORBprivateConnections", kSwitch<&Options::private_connections>, "off",
     "whether each reference has a connection of its own"},
    {"-ORBasyncCalls", NumberValue{.set = assign<&Options::async_calls>, .least = 1}, "256",
     "[asynchronous calls](../understand/ami.md) that may be under way on a connection"},
    {"-ORBwaiting",
     ChoiceValue{{"auto", choose<&Options::waiting, Waiting::automatic>},
                 {"look", choose<&Options::waiting, Waiting::look>},
                 {"block", choose<&Options::waiting, Waiting::block>}},
     "auto",
     "how a thread waits for a peer: `look`: it polls for a while, then blocks; `block`: it blocks "
     "at once; `auto`: what suits the machine"},
    {"-ORBshmBytes",
     NumberValue{.set = assign<&Options::connection_traits, &ConnectionTraits::shm_bytes>,
                 .least = transport::kLeastShmBytes,
                 .most = transport::kMostShmBytes,
                 .unit = "bytes"},
     "from the machine, 32 MiB at most", "shared memory of a connection, in each direction"},
};

using security::TlsSettings;
using wire::UseOfTls;

template <auto Value>
void choose_clients(OrbArguments& arguments) {
  arguments.options.tls.clients = Value;
}

template <auto Value>
void choose_least_version(OrbArguments& arguments) {
  arguments.options.tls.least = Value;
}

template <auto Member>
void assign_tls_text(OrbArguments& arguments, const TextValue& value, std::string_view option,
                     const std::string& text) {
  if (text.empty()) refuse_value(option, text, value.takes);
  arguments.options.tls.*Member = text;
}

template <auto Member>
void assign_file(OrbArguments& arguments, const TextValue& value, std::string_view option,
                 const std::string& text) {
  if (text.empty()) refuse_value(option, text, value.takes);
  arguments.options.*Member = text;
}

void add_rules(OrbArguments& arguments, const TextValue& value, std::string_view option,
               const std::string& text) {
  if (text.empty()) refuse_value(option, text, value.takes);
  arguments.options.rules.push_back(text);
}

constexpr Option kTls[]{
    {"-ORBtls",
     ChoiceValue{{"require", choose<&Options::use_of_tls, UseOfTls::require>},
                 {"prefer", choose<&Options::use_of_tls, UseOfTls::prefer>},
                 {"off", choose<&Options::use_of_tls, UseOfTls::off>}},
     "prefer",
     "when this program calls by TLS: `require`: always over the network; `prefer`: where the "
     "reference offers it, and then never by plain TCP; it needs `-ORBtlsCA`"},
    {"-ORBtlsCertificate", TextValue{"a file", assign_tls_text<&TlsSettings::certificate>}, "none",
     "the certificate of this program, and behind it those of its authorities, as PEM; a server "
     "of TLS needs one, and a client that is asked for it"},
    {"-ORBtlsKey", TextValue{"a file", assign_tls_text<&TlsSettings::key>},
     "the file of `-ORBtlsCertificate`", "the private key of that certificate, as PEM"},
    {"-ORBtlsPassphrase", TextValue{"a file", assign_tls_text<&TlsSettings::passphrase>}, "none",
     "a file whose first line decrypts the key"},
    {"-ORBtlsCA", TextValue{"a file or a folder", assign_tls_text<&TlsSettings::authorities>},
     "none",
     "the authorities that this program trusts: certificates as PEM in a file, or in a "
     "folder that `openssl rehash` has prepared"},
    {"-ORBtlsCRL", TextValue{"a file", assign_tls_text<&TlsSettings::revoked>}, "none",
     "revocation lists of the authorities, as PEM. With them, a list of each authority is needed"},
    {"-ORBtlsClients",
     ChoiceValue{{"require", choose_clients<TlsSettings::Clients::must_prove>},
                 {"ask", choose_clients<TlsSettings::Clients::may_prove>},
                 {"none", choose_clients<TlsSettings::Clients::need_not>}},
     "require",
     "whether clients of this server need a certificate: `ask`: one that is shown must be "
     "valid"},
    {"-ORBtlsPeer", TextValue{"dns:HOST, ip:ADDRESS, uri:URI or subject:NAME", add_expected_peer},
     "the host that is called",
     "a name, one of which the certificate of each server that this program calls must have; may "
     "be repeated"},
    {"-ORBlocalPeer", TextValue{"user:NUMBER, as id -u prints it", add_local_peer}, "none",
     "another user of this machine whose servers this program calls by unix sockets and shared "
     "memory, besides those of its own user and of root; may be repeated"},
    {"-ORBrules", TextValue{"a file", add_rules}, "none",
     "[rules](../guides/security.md) that say which client may call what; a change of the file "
     "takes effect within a second; may be repeated: the first rule that fits decides, and the "
     "default of the last file where none fits"},
    {"-ORBaudit", TextValue{"a file", assign_file<&Options::audit>}, "none",
     "where the decisions of the rules are written, a JSON object a line; 8 MiB, and as much in "
     "FILE.1"},
    {"-ORBtlsVersion",
     ChoiceValue{{"1.2", choose_least_version<TlsSettings::Version::tls_1_2>},
                 {"1.3", choose_least_version<TlsSettings::Version::tls_1_3>}},
     "1.2", "the lowest version of TLS that is used; 1.3 is always offered"},
};

using dispatch::SequencerLimits;

constexpr Option kOrder[]{
    {"-ORBorderedDelivery", kSwitch<&Options::ordered_delivery>, "off",
     "whether calls through a reference keep their order, whatever connections they take"},
    {"-ORBorderWindow",
     NumberValue{.set = assign<&Options::order_limits, &SequencerLimits::messages>}, "256",
     "requests that may wait for an earlier one"},
    {"-ORBorderWindowBytes", bytes<&Options::order_limits, &SequencerLimits::bytes>(0), "8 MiB",
     "bytes of the requests that may wait for an earlier one"},
    {"-ORBorderWait", milliseconds<&Options::order_limits, &SequencerLimits::wait>(), "1000",
     "after which a missing request is given up and counted"},
};

constexpr Option kWire[]{
    {"-ORBgiopMinor", NumberValue{.set = assign<&Options::giop_minor>, .most = giop::kHighestMinor},
     "2", "the highest GIOP 1.x that is offered and used; all versions are read"},
    {"-ORBfragmentBytes",
     NumberValue{.set = assign<&Options::fragment_bytes>,
                 .least = giop::kLeastFragment,
                 .unit = "bytes",
                 .or_zero = true},
     "0", "a larger message is sent in fragments of this size; 0: every message is sent whole"},
    {"-ORBnativeCharCodeSet",
     ChoiceValue{{"UTF-8", choose<&Options::native_text, NativeText::utf8>},
                 {"ISO-8859-1", choose<&Options::native_text, NativeText::latin1>},
                 {"as-is", choose<&Options::native_text, NativeText::as_is>}},
     "ISO-8859-1", "the code set of the program's strings; as-is: none is converted"},
};

using cdr::DecodeLimits;

constexpr Option kLimits[]{
    {"-ORBmaxMessageSize", bytes<&Options::max_message_size>(kLeastBytes), "64 MiB",
     "size of a message"},
    {"-ORBmaxLength",
     NumberValue{.set = assign<&Options::decode_limits, &DecodeLimits::length>, .least = 1},
     "64 Mi", "elements of a sequence, octets of a string"},
    {"-ORBmaxDepth",
     NumberValue{.set = assign<&Options::decode_limits, &DecodeLimits::depth>,
                 .least = 1,
                 .most = kMostDepth},
     "64", "levels of recursion in a value"},
    {"-ORBmaxDecodedBytes", bytes<&Options::decode_limits, &DecodeLimits::memory>(kLeastBytes),
     "8 times `-ORBmaxMessageSize`",
     "memory that the values of a message may take, where that is out of proportion to the "
     "message"},
    {"-ORBmaxFragmentedMessages",
     NumberValue{.set = assign<&Options::max_fragmented_messages>, .least = 1}, "16",
     "messages that may be incomplete at once on a connection"},
    {"-ORBmaxFragmentedBytes", bytes<&Options::max_fragmented_bytes>(kLeastBytes),
     "`-ORBmaxMessageSize`", "bytes of the messages that are incomplete on a connection"},
    {"-ORBmaxConnections", NumberValue{.set = assign<&Options::max_connections>, .least = 1},
     "1024", "connections to a server"},
    {"-ORBmaxPeerConnections",
     NumberValue{.set = assign<&Options::max_peer_connections>, .least = 1},
     "half of `-ORBmaxConnections`; all over the loopback",
     "connections of one peer: the programs of another machine, a process on this one, or all "
     "programs that come over the loopback"},
    {"-ORBmaxUnfinishedBytes", bytes<&Options::max_unfinished_bytes>(kLeastBytes),
     "4 times `-ORBmaxMessageSize`, and never less than it",
     "bytes of large messages and fragments that have come in part, over all connections of a "
     "server"},
    {"-ORBmessageTimeout", milliseconds<&Options::message_timeout>(), "10000",
     "that a client may be silent before its first message, and inside a message for whose memory "
     "others wait; 0: without end"},
    {"-ORBclientIdle", milliseconds<&Options::client_idle>(), "120000",
     "after which a client closes an unused connection; 0: never"},
    {"-ORBserverIdle", milliseconds<&Options::server_idle>(), "180000",
     "after which a server closes an unused connection; 0: never"},
    {"-ORBserverDrain", milliseconds<&Options::server_drain>(), "30000",
     "that a server which has closed an idle connection waits for the client's end, counted from "
     "the last byte that came; 0: without end"},
    {"-ORBreplyTimeout", milliseconds<&Options::reply_timeout>(1), "10000",
     "that a reply may wait for a client that does not read"},
    {"-ORBlateReplyBytes", bytes<&Options::late_reply_bytes>(0),
     "`-ORBmaxMessageSize`, and never less",
     "bytes of the replies that wait for such clients, for all clients together"},
};

constexpr Option kReports[]{
    {"-ORBexplain", kSwitch<&Options::explain>, "off",
     "whether each choice of the ORB is a line on standard error"},
    {"-ORBtrace",
     TextValue{"off, or calls, connections and messages with commas between them", set_trace},
     "off", "[a line of the log](../guides/when-it-hangs.md#see-every-call) for each of these"},
    {"-ORBtellClients",
     ChoiceValue{{"auto", choose<&Options::tell_clients, TellClients::automatic>},
                 {"on", choose<&Options::tell_clients, TellClients::all>},
                 {"off", choose<&Options::tell_clients, TellClients::none>}},
     "auto",
     "which clients receive, in an exception, the reason why a servant threw: `on`: every client; "
     "`auto`: clients of the same user, by unix sockets and shared memory; `off`: none"},
    {"-ORBwaitWarning", milliseconds<&Options::wait_warning>(), "1000",
     "after which the log names [what waits without a sign of life](../guides/when-it-hangs.md); "
     "0: never"},
    {"-ORBwaitReport", milliseconds<&Options::wait_report>(), "10000",
     "after which the log says what a call without a timeout waits for; 0: never"},
};

constexpr OptionGroup kGroups[]{
    {"Where it listens and how it is found", kAddresses},
    {"How it serves ([laws of order](../understand/ordering.md))", kServing},
    {"How it calls", kCalling},
    {"TLS and rules ([security](../guides/security.md))", kTls},
    {"Order beyond a connection ([ordered delivery](../understand/ordering.md))", kOrder},
    {"On the wire ([GIOP](giop.md))", kWire},
    {"What it takes at most ([limits](limits.md))", kLimits},
    {"What it reports", kReports},
};

}  // namespace

std::span<const OptionGroup> option_groups() { return kGroups; }

}  // namespace orbweaver::corba
