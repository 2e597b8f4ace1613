// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/option_table.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/orb_options.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/wire/options.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace orbweaver::corba {
namespace {

using testing::HasSubstr;

wire::Options options_of(std::vector<std::string> words) {
  const auto result = take_orb_arguments(words).options;
  EXPECT_TRUE(words.empty());
  return result;
}

std::string refusal_of(std::vector<std::string> words) {
  try {
    (void)take_orb_arguments(words);
  } catch (const CORBA::BAD_PARAM& refusal) {
    return refusal.what();
  }
  return "taken";
}

TEST(OrbOptions, are_the_defaults_if_there_are_none) {
  const auto options = options_of({});
  EXPECT_EQ(options.threading, wire::Threading::per_connection);
  EXPECT_EQ(options.dispatch, wire::Dispatch::lane);
  EXPECT_EQ(options.sync_scope, wire::SyncScope::with_transport);
  EXPECT_EQ(options.timeout, Nanoseconds{0});
  EXPECT_TRUE(options.endpoints.empty());
  EXPECT_FALSE(options.collocation);
}

TEST(OrbOptions, set_what_they_name) {
  const auto options =
      options_of({"-ORBthreading",      "pool",   "-ORBdispatch",       "connection",
                  "-ORBthreads",        "3",      "-ORBlaneDepth",      "40",
                  "-ORBsync",           "server", "-ORBcallTimeout",    "250",
                  "-ORBtransport",      "unix",   "-ORBcollocation",    "queued",
                  "-ORBmaxMessageSize", "1024",   "-ORBmaxConnections", "7",
                  "-ORBsendQueue",      "20",     "-ORBsendOverflow",   "fail"});
  EXPECT_EQ(options.threading, wire::Threading::pool);
  EXPECT_EQ(options.dispatch, wire::Dispatch::connection);
  EXPECT_EQ(options.pool_threads, 3U);
  EXPECT_EQ(options.lane_watermarks.high_messages, 40U);
  EXPECT_EQ(options.lane_watermarks.low_messages, 10U);
  EXPECT_EQ(options.sync_scope, wire::SyncScope::with_server);
  EXPECT_EQ(options.timeout, std::chrono::milliseconds(250));
  EXPECT_EQ(options.transport, wire::TransportChoice::unix_socket);
  EXPECT_EQ(options.collocation, wire::Collocation::queued);
  EXPECT_EQ(options.max_message_size, 1024U);
  EXPECT_EQ(options.max_connections, 7U);
  EXPECT_EQ(options.send_watermarks.high_messages, 20U);
  EXPECT_EQ(options.send_watermarks.low_messages, 10U);
  EXPECT_EQ(options.overflow, wire::Overflow::fail);
}

TEST(OrbOptions, of_a_lane_s_watermarks_come_in_any_order) {
  for (const auto& words : {std::vector<std::string>{"-ORBlaneLow", "39", "-ORBlaneDepth", "40"},
                            std::vector<std::string>{"-ORBlaneDepth", "40", "-ORBlaneLow", "39"}}) {
    const auto options = options_of(words);
    EXPECT_EQ(options.lane_watermarks.high_messages, 40U);
    EXPECT_EQ(options.lane_watermarks.low_messages, 39U);
  }
  EXPECT_EQ(options_of({"-ORBlaneLow", "0"}).lane_watermarks.low_messages, 0U);
}

TEST(OrbOptions, of_ordered_delivery_and_private_connections) {
  const auto defaults = options_of({});
  EXPECT_FALSE(defaults.ordered_delivery);
  EXPECT_FALSE(defaults.private_connections);
  const auto options =
      options_of({"-ORBorderedDelivery", "on", "-ORBorderWindow", "9", "-ORBorderWindowBytes",
                  "1000", "-ORBorderWait", "25", "-ORBprivateConnections", "on"});
  EXPECT_TRUE(options.ordered_delivery);
  EXPECT_EQ(options.order_limits.messages, 9U);
  EXPECT_EQ(options.order_limits.bytes, 1000U);
  EXPECT_EQ(options.order_limits.wait, std::chrono::milliseconds(25));
  EXPECT_TRUE(options.private_connections);
}

TEST(OrbOptions, of_auto_mode) {
  const auto defaults = options_of({});
  EXPECT_EQ(defaults.waiting, wire::Waiting::automatic);
  EXPECT_FALSE(defaults.explain);
  EXPECT_TRUE(defaults.given.empty());
  const auto options =
      options_of({"-ORBwaiting", "block", "-ORBexplain", "on", "-ORBlaneBytes", "4000",
                  "-ORBsendQueueBytes", "8000", "-ORBshmBytes", "2000000"});
  EXPECT_EQ(options.waiting, wire::Waiting::block);
  EXPECT_TRUE(options.explain);
  EXPECT_EQ(options.lane_watermarks.high_bytes, 4000U);
  EXPECT_EQ(options.lane_watermarks.low_bytes, 1000U);
  EXPECT_EQ(options.send_watermarks.high_bytes, 8000U);
  EXPECT_EQ(options.send_watermarks.low_bytes, 2000U);
  EXPECT_EQ(options.connection_traits.shm_bytes, 2'000'000U);
  EXPECT_EQ(options.given.at("-ORBwaiting"), "block");
  EXPECT_EQ(options.given.size(), 5U);
}

TEST(OrbOptions, that_come_twice_add_endpoints_and_replace_the_rest) {
  const auto options = options_of({"-ORBendPoint", "giop:tcp:127.0.0.1:2809", "-ORBendPoint",
                                   "giop:unix:/tmp/x", "-ORBthreads", "3", "-ORBthreads", "4"});
  const std::vector<transport::Address> expected{transport::TcpAddress{"127.0.0.1", 2809},
                                                 transport::UnixAddress{"/tmp/x"}};
  EXPECT_EQ(options.endpoints, expected);
  EXPECT_EQ(options.pool_threads, 4U);
}

TEST(OrbOptions, open_datagrams_only_when_asked_to) {
  EXPECT_TRUE(options_of({}).datagram_endpoints.empty());
  const auto options =
      options_of({"-ORBendPoint", "giop:udp:127.0.0.1:4711", "-ORBtransport", "udp"});
  EXPECT_EQ(options.datagram_endpoints, (std::vector<transport::UdpAddress>{{"127.0.0.1", 4711}}));
  EXPECT_TRUE(options.endpoints.empty());
  EXPECT_EQ(options.transport, wire::TransportChoice::udp);
}

TEST(OrbOptions, publish_addresses_with_and_without_a_port) {
  EXPECT_TRUE(options_of({}).published_endpoints.empty());
  const auto options = options_of(
      {"-ORBendPointPublish", "giop:tcp:radio.example:2809", "-ORBendPointPublish",
       "giop:tcp:192.0.2.1", "-ORBendPointPublish", "giop:tcp:192.0.2.2:", "-ORBendPointPublish",
       "giop:tcp:[2001:db8::1]", "-ORBendPointPublish", "giop:tcp:[2001:db8::1]:0"});
  const std::vector<transport::TcpAddress> expected{{"radio.example", 2809},
                                                    {"192.0.2.1", 0},
                                                    {"192.0.2.2", 0},
                                                    {"2001:db8::1", 0},
                                                    {"2001:db8::1", 0}};
  EXPECT_EQ(options.published_endpoints, expected);
  EXPECT_TRUE(options.endpoints.empty());
}

TEST(OrbOptions, publish_what_is_listened_at_in_any_order) {
  const auto datagrams = options_of({"-ORBendPointPublish", "giop:udp:radio.example:4711",
                                     "-ORBendPoint", "giop:udp:127.0.0.1:0"});
  EXPECT_EQ(datagrams.published_datagram_endpoints,
            (std::vector<transport::UdpAddress>{{"radio.example", 4711}}));
  const auto relayed = options_of(
      {"-ORBendPoint", "giop:unix:/run/radio", "-ORBendPointPublish", "giop:tcp:192.0.2.1:2809"});
  EXPECT_EQ(relayed.published_endpoints, (std::vector<transport::TcpAddress>{{"192.0.2.1", 2809}}));
}

TEST(OrbOptions, of_limits) {
  const auto defaults = options_of({});
  EXPECT_EQ(defaults.decode_limits.length, 64U << 20);
  EXPECT_EQ(defaults.decode_limits.depth, 64U);
  EXPECT_EQ(defaults.max_fragmented_messages, 16U);
  EXPECT_EQ(defaults.max_fragmented_bytes, SIZE_MAX);
  EXPECT_EQ(defaults.max_connections, 1024U);
  const auto options =
      options_of({"-ORBmaxLength", "5", "-ORBmaxDepth", "6", "-ORBmaxFragmentedMessages", "7",
                  "-ORBmaxFragmentedBytes", "8000", "-ORBmaxDecodedBytes", "9000",
                  "-ORBconnectTimeout", "9", "-ORBreplyTimeout", "10", "-ORBlateReplyBytes", "12"});
  EXPECT_EQ(options.decode_limits.length, 5U);
  EXPECT_EQ(options.decode_limits.depth, 6U);
  EXPECT_EQ(options.max_fragmented_messages, 7U);
  EXPECT_EQ(options.max_fragmented_bytes, 8000U);
  EXPECT_EQ(options.decode_limits.memory, 9000U);
  EXPECT_EQ(options.connect_timeout, std::chrono::milliseconds(9));
  EXPECT_EQ(options.reply_timeout, std::chrono::milliseconds(10));
  EXPECT_EQ(options.late_reply_bytes, 12U);
  EXPECT_EQ(options.late_reply_limit(), options.max_message_size) << "never less";
  EXPECT_EQ(defaults.client_idle, std::chrono::seconds(120));
  EXPECT_EQ(defaults.server_idle, std::chrono::seconds(180));
  const auto idle = options_of({"-ORBclientIdle", "0", "-ORBserverIdle", "1"});
  EXPECT_EQ(idle.client_idle, Nanoseconds{0});
  EXPECT_EQ(idle.server_idle, std::chrono::milliseconds(1));
  EXPECT_EQ(defaults.server_drain, std::chrono::seconds(30));
  EXPECT_EQ(options_of({"-ORBserverDrain", "2"}).server_drain, std::chrono::milliseconds(2));
}

TEST(OrbOptions, of_limits_over_all_connections) {
  const auto defaults = options_of({"-ORBmaxConnections", "100", "-ORBmaxMessageSize", "5000"});
  EXPECT_EQ(defaults.peer_connection_limit(), 50U);
  EXPECT_EQ(defaults.loopback_connection_limit(), 100U);
  EXPECT_EQ(defaults.unfinished_limit(), 20000U);
  EXPECT_EQ(defaults.message_timeout, std::chrono::seconds(10));
  const auto options = options_of({"-ORBmaxPeerConnections", "3", "-ORBmaxMessageSize", "5000",
                                   "-ORBmaxUnfinishedBytes", "1024", "-ORBmessageTimeout", "20"});
  EXPECT_EQ(options.peer_connection_limit(), 3U);
  EXPECT_EQ(options.loopback_connection_limit(), 3U);
  EXPECT_EQ(options.unfinished_limit(), 5000U) << "never less than a message";
  EXPECT_EQ(options.message_timeout, std::chrono::milliseconds(20));
  EXPECT_EQ(options_of({"-ORBmaxConnections", "1"}).peer_connection_limit(), 1U);
}

TEST(OrbOptions, leave_the_other_words_in_their_order) {
  std::vector<std::string> words{"program", "-v",       "-ORBthreads", "2",
                                 "file",    "-ORBsync", "none",        "-x"};
  (void)take_orb_arguments(words);
  EXPECT_EQ(words, (std::vector<std::string>{"program", "-v", "file", "-x"}));
}

TEST(OrbOptions, take_initial_references_with_any_text_behind_the_first_equals_sign) {
  std::vector<std::string> words{"-ORBInitRef", "NameService=corbaloc::host/Name=Service"};
  const auto arguments = take_orb_arguments(words);
  EXPECT_EQ(arguments.initial.references.at("NameService"), "corbaloc::host/Name=Service");
}

struct Bad {
  std::vector<std::string> words;
  std::vector<std::string> said;
};
void PrintTo(const Bad& one, std::ostream* out) { *out << testing::PrintToString(one.words); }

class BadOrbOptions : public testing::TestWithParam<Bad> {};

TEST_P(BadOrbOptions, are_refused_in_words_that_name_option_value_and_what_it_takes) {
  const auto refusal = refusal_of(GetParam().words);
  for (const auto& part : GetParam().said) EXPECT_THAT(refusal, HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadOrbOptions,
    testing::Values(
        Bad{{"-ORBnonsense", "1"},
            {"there is no option -ORBnonsense;", "docs/reference/options.md"}},
        Bad{{"-ORBlaneSize", "1"}, {"-ORBlaneSize; did you mean -ORBlane", " or -ORB"}},
        Bad{{"-ORBconectTimeout", "1"},
            {"-ORBconectTimeout; did you mean -ORBconnectTimeout, ", "docs/reference/options.md"}},
        Bad{{"-ORBinitref", "A=file:///x"}, {"did you mean -ORBInitRef, "}},
        Bad{{"-ORBMaxMessageSise", "1"}, {"did you mean -ORBmaxMessageSize, "}},
        Bad{{"-ORBthreads"}, {"-ORBthreads", "needs a value"}},
        Bad{{"-ORBthreads", "0"}, {"-ORBthreads", "'0'", "from 1 to 1024"}},
        Bad{{"-ORBthreads", "1025"}, {"'1025'"}}, Bad{{"-ORBthreads", "-1"}, {"'-1'"}},
        Bad{{"-ORBthreads", "4x"}, {"'4x'"}}, Bad{{"-ORBthreads", ""}, {"''"}},
        Bad{{"-ORBthreads", "99999999999999999999999"}, {"-ORBthreads"}},
        Bad{{"-ORBlaneDepth", "0"}, {"-ORBlaneDepth"}},
        Bad{{"-ORBlaneLow", "64"}, {"-ORBlaneLow", "'64'", "-ORBlaneDepth"}},
        Bad{{"-ORBlaneLow", "4", "-ORBlaneDepth", "4"}, {"below", "which is 4"}},
        Bad{{"-ORBlaneLow", "-1"}, {"-ORBlaneLow", "'-1'"}},
        Bad{{"-ORBdispatch", "lanes"}, {"-ORBdispatch", "'lanes'", "lane, pool, connection"}},
        Bad{{"-ORBthreading", "Pool"}, {"per-connection, pool"}},
        Bad{{"-ORBorderedDelivery", "yes"}, {"on, off"}},
        Bad{{"-ORBorderWait", "-1"}, {"-ORBorderWait"}},
        Bad{{"-ORBsync", "all"}, {"none, transport, server, target"}},
        Bad{{"-ORBsendOverflow", "drop"}, {"block, fail, drop-oldest"}},
        Bad{{"-ORBtransport", "pigeon"}, {"auto, shm, unix, tls, tcp, udp"}},
        Bad{{"-ORBwaiting", "spin"}, {"auto, look, block"}},
        Bad{{"-ORBexplain", "yes"}, {"on, off"}},
        Bad{{"-ORBshmBytes", "1"}, {"-ORBshmBytes", "from 1048576 to 33554432"}},
        Bad{{"-ORBcollocation", "on"}, {"direct, queued, off"}},
        Bad{{"-ORBcallTimeout", "1.5"}, {"-ORBcallTimeout", "'1.5'"}},
        Bad{{"-ORBmaxMessageSize", "1023"}, {"from 1024"}},
        Bad{{"-ORBmaxLength", "0"}, {"-ORBmaxLength", "from 1"}},
        Bad{{"-ORBmaxDepth", "1001"}, {"-ORBmaxDepth", "from 1 to 1000"}},
        Bad{{"-ORBmaxFragmentedMessages", "0"}, {"-ORBmaxFragmentedMessages"}},
        Bad{{"-ORBmaxFragmentedBytes", "1023"}, {"from 1024"}},
        Bad{{"-ORBendPoint", "tcp:127.0.0.1:1"}, {"giop:tcp:HOST:PORT"}},
        Bad{{"-ORBendPoint", "giop:tcp:127.0.0.1:99999"}, {"giop:tcp:127.0.0.1:99999"}},
        Bad{{"-ORBendPoint", "giop:udp:127.0.0.1"}, {"giop:udp:HOST:PORT"}},
        Bad{{"-ORBendPoint", "giop:xyz:127.0.0.1:1"}, {"giop:unix:PATH"}},
        Bad{{"-ORBendPoint", "giop:unix:"}, {"giop:unix:PATH"}},
        Bad{{"-ORBendPoint", "giop:shm:name"}, {"'giop:shm:name'", "shm:@name"}},
        Bad{{"-ORBendPoint", "giop:shm:a/path"}, {"'giop:shm:a/path'", "shm:@name"}},
        Bad{{"-ORBInitRef", "NameService"}, {"NAME=REFERENCE"}},
        Bad{{"-ORBInitRef", "=corbaloc::x/y"}, {"NAME=REFERENCE"}},
        Bad{{"-ORBInitRef", "NameService=garbage"},
            {"-ORBInitRef", "'NameService=garbage'", "NAME=REFERENCE", "begins with"}},
        Bad{{"-ORBInitRef", "NameService=corbaloc::host:99999/x"},
            {"-ORBInitRef", "host:99999", "from 1 to 65535"}},
        Bad{{"-ORBInitRef", "NameService=IOR:0"}, {"-ORBInitRef", "hexadecimal"}}));

INSTANTIATE_TEST_SUITE_P(
    OfPublishedAddresses, BadOrbOptions,
    testing::Values(
        Bad{{"-ORBendPointPublish"}, {"-ORBendPointPublish", "needs a value"}},
        Bad{{"-ORBendPointPublish", ""},
            {"''", "giop:tcp:HOST:PORT, giop:tls:HOST:PORT or giop:udp:HOST:PORT"}},
        Bad{{"-ORBendPointPublish", "tcp:h:1"}, {"'tcp:h:1'", "giop:tcp:HOST:PORT"}},
        Bad{{"-ORBendPointPublish", "giop:tcp:"}, {"missing port"}},
        Bad{{"-ORBendPointPublish", "giop:tcp::2809"}, {"HOST is what clients connect to"}},
        Bad{{"-ORBendPointPublish", "giop:tcp::"}, {"HOST is what clients connect to"}},
        Bad{{"-ORBendPointPublish", "giop:tcp:0.0.0.0:2809"}, {"HOST is what clients connect to"}},
        Bad{{"-ORBendPointPublish", "giop:tcp:[::]:2809"}, {"HOST is what clients connect to"}},
        Bad{{"-ORBendPointPublish", "giop:tcp:h:65536"}, {"bad port"}},
        Bad{{"-ORBendPointPublish", "giop:tcp:h:-1"}, {"bad port"}},
        Bad{{"-ORBendPointPublish", "giop:tcp:2001:db8::1:2809"}, {"bad host"}},
        Bad{{"-ORBendPointPublish", "giop:unix:/run/x"}, {"'giop:unix:/run/x'", "as they are"}},
        Bad{{"-ORBendPointPublish", "giop:shm:@x"}, {"as they are"}},
        Bad{{"-ORBendPointPublish", "giop:tcp:h", "-ORBendPoint", "giop:unix:/run/x"},
            {"'giop:tcp:h:0'", "a port", "no -ORBendPoint is giop:tcp:HOST:PORT"}},
        Bad{{"-ORBendPointPublish", "giop:udp:h:1"}, {"'giop:udp:h:1'", "where an -ORBendPoint"}},
        Bad{{"-ORBendpointpublish", "giop:tcp:h:1"}, {"did you mean -ORBendPointPublish, "}}));

INSTANTIATE_TEST_SUITE_P(
    OfWhatAnOrbSays, BadOrbOptions,
    testing::Values(Bad{{"-ORBtraceLevel", "25"}, {"-ORBtraceLevel; did you mean -ORBtrace, "}},
                    Bad{{"-ORBtrace", "everything"}, {"off, or calls, connections and messages"}},
                    Bad{{"-ORBtrace", "calls,off"}, {"-ORBtrace", "'calls,off'"}},
                    Bad{{"-ORBtrace", ""}, {"-ORBtrace", "''"}},
                    Bad{{"-ORBtellClients", "yes"}, {"auto, on, off"}},
                    Bad{{"-ORBwaitWarning", "soon"}, {"-ORBwaitWarning", "'soon'"}}));

TEST(OrbOptions, of_what_an_orb_says) {
  const auto defaults = options_of({});
  EXPECT_EQ(defaults.trace, wire::Trace{});
  EXPECT_EQ(defaults.tell_clients, wire::TellClients::automatic);
  EXPECT_EQ(defaults.wait_warning, std::chrono::seconds(1));
  EXPECT_EQ(defaults.wait_report, std::chrono::seconds(10));
  const auto options = options_of({"-ORBtrace", "messages,calls", "-ORBtellClients", "on",
                                   "-ORBwaitWarning", "0", "-ORBwaitReport", "250"});
  EXPECT_EQ(options.trace, (wire::Trace{.calls = true, .messages = true}));
  EXPECT_EQ(options.tell_clients, wire::TellClients::all);
  EXPECT_EQ(options.wait_warning, Nanoseconds{0});
  EXPECT_EQ(options.wait_report, std::chrono::milliseconds(250));
  EXPECT_EQ(options_of({"-ORBtrace", "off"}).trace, wire::Trace{});
  EXPECT_EQ(options_of({"-ORBtrace", "connections"}).trace, (wire::Trace{.connections = true}));
}

TEST(OrbOptions, with_references_that_only_a_call_can_judge_are_taken) {
  for (const std::string reference :
       {"corbaloc::host/x", "corbaloc:rir:/Other", "corbaname::host#a/b", "file:///not/yet/there",
        "IOR:00000000000000010000000000000000"}) {
    std::vector<std::string> words{"-ORBInitRef", "A=" + reference};
    EXPECT_EQ(take_orb_arguments(words).initial.references.at("A"), reference);
  }
}

// The table's defaults are texts; those that a person could write must be values of the option.
TEST(OrbOptions, take_the_default_that_the_table_names) {
  for (const auto& group : option_groups()) {
    for (const auto& option : group.options) {
      const auto value = std::string{option.default_value};
      const bool is_prose = value == "none" || value.find_first_of(" `") != std::string::npos;
      if (is_prose) continue;
      OrbArguments arguments;
      EXPECT_NO_THROW(set_option(arguments, option, value)) << option.name;
    }
  }
}

TEST(OrbOptions, that_may_be_zero_or_not_too_small_say_so) {
  EXPECT_EQ(options_of({"-ORBfragmentBytes", "0"}).fragment_bytes, 0U);
  EXPECT_EQ(options_of({"-ORBfragmentBytes", "64"}).fragment_bytes, 64U);
  EXPECT_THAT(refusal_of({"-ORBfragmentBytes", "63"}), HasSubstr("0 or a whole number from 64"));
}

TEST(OrbOptions, that_do_not_exist_are_answered_with_three_that_do) {
  for (const std::string option : {"-ORBnonsense", "-ORB", "-ORBlaneDept"}) {
    const auto said = refusal_of({option, "1"});
    EXPECT_EQ(std::ranges::count(said, '-'), 4) << said;
  }
  EXPECT_LT(refusal_of({"-ORB" + std::string(10'000, 'x'), "1"}).size(), 400U);
}

TEST(OrbInit, takes_its_options_out_of_argv) {
  std::vector<std::string> words{"program", "-ORBthreads", "x", "x", "-ORBsync", "none", "last"};
  words[2] = "2";
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  int argc = static_cast<int>(argv.size());
  const auto orb = CORBA::ORB_init(argc, argv.data());
  ASSERT_EQ(argc, 3);
  EXPECT_STREQ(argv[0], "program");
  EXPECT_STREQ(argv[1], "x");
  EXPECT_STREQ(argv[2], "last");
  EXPECT_EQ(OrbAccess::core(*orb)->options().sync_scope, wire::SyncScope::none);
}

TEST(OrbInit, refuses_words_that_are_no_options) {
  EXPECT_THROW((void)CORBA::ORB_init({"-x"}), CORBA::BAD_PARAM);
}

}  // namespace
}  // namespace orbweaver::corba
