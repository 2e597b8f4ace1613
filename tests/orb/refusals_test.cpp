// SPDX-License-Identifier: Apache-2.0
// What a server says in its log of what it refuses: one line each, with client, operation, limit
// and option. docs/reference/limits.md.
#include <gmock/gmock.h>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::HasSubstr;

class Refusals : public testing::Test {
 protected:
  void start(const Options& more) {
    Options options{"-ORBendPoint", "giop:tcp:127.0.0.1:0"};
    options.insert(options.end(), more.begin(), more.end());
    server.emplace(options);
    reference = server->publish_as("Echo", std::make_shared<Probe>());
  }
  /// What the server answers to a request with so few octets of arguments.
  giop::MessageType answer_to(std::string_view operation, std::span<const std::byte> arguments) {
    cdr::Encoder request;
    giop::begin_request(request, 1, giop::ResponseFlags::with_target,
                        as_bytes(std::string_view{"Echo"}), operation);
    giop::begin_body(request);
    for (const auto octet : arguments) request.put_octet(std::to_integer<std::uint8_t>(octet));
    giop::finish_message(request);
    peer.emplace(RawPeer::to(reference));
    peer->send(request);
    return peer->receive().header.type;
  }

  const StandardError log;
  std::optional<Orb> server;
  std::string reference;
  std::optional<RawPeer> peer;
};

TEST_F(Refusals, of_a_message_that_is_too_large_name_client_size_limit_and_option) {
  start({"-ORBmaxMessageSize", "1024"});
  auto client = RawPeer::to(reference);
  client.send(std::string_view{"GIOP\x01\x02\x01\x00\xf4\x1f\x00\x00", 12});
  EXPECT_EQ(client.receive().header.type, giop::MessageType::message_error);
  log.wait_for(
      "closed, because it sent a message of 8192 bytes, more than -ORBmaxMessageSize 1024");
  EXPECT_TRUE(log.has("tcp:127.0.0.1:"));
}

TEST_F(Refusals, of_what_is_no_message_name_the_client) {
  start({});
  auto client = RawPeer::to(reference);
  client.send(std::string_view{"GET / HTTP/1.1\r\n\r\n"});
  EXPECT_EQ(client.receive().header.type, giop::MessageType::message_error);
  log.wait_for(
      "closed, because it sent what cannot be read: a message does not begin with the letters "
      "GIOP");
}

TEST_F(Refusals, of_arguments_that_do_not_fit_name_client_and_operation) {
  start({});
  EXPECT_EQ(answer_to("echo_double", {}), giop::MessageType::reply);
  log.wait_for(": a request for echo_double of INSPOA/Echo was refused: ");
  EXPECT_TRUE(log.has("MARSHAL")) << log.text();
  EXPECT_TRUE(log.has("tcp:127.0.0.1:"));
}

TEST_F(Refusals, of_a_reply_that_is_too_large_name_operation_limit_and_option) {
  start({"-ORBmaxMessageSize", "4096"});
  const auto servant = std::make_shared<Probe>();
  servant->label(std::string(5000, 'x'));
  const Orb client{{"-ORBtransport", "tcp"}};
  const auto echo = client.echo(server->publish(servant));
  EXPECT_THROW((void)echo->label(), CORBA::IMP_LIMIT);
  EXPECT_TRUE(log.has("more than -ORBmaxMessageSize 4096")) << log.text();
}

TEST_F(Refusals, of_one_kind_are_one_line_a_second_which_says_how_many_were_left_out) {
  start({});
  constexpr int kMany = 50;
  for (int i = 0; i < kMany; ++i) {
    auto client = RawPeer::to(reference);
    client.send(std::string_view{"GET / HTTP/1.1\r\n\r\n"});
    EXPECT_EQ(client.receive().header.type, giop::MessageType::message_error);
  }
  spin_until([&] { return (*server)->statistics().bad_messages == kMany; });
  EXPECT_LT(log.count("closed, because it sent"), kMany);
  while (!log.has("lines left out that are like the next one: ")) {
    auto client = RawPeer::to(reference);
    client.send(std::string_view{"GET / HTTP/1.1\r\n\r\n"});
    (void)client.receive();
  }
}

TEST_F(Refusals, of_a_one_way_call_to_no_object_name_client_operation_and_object) {
  start({});
  cdr::Encoder request;
  giop::begin_request(request, 1, giop::ResponseFlags::none, as_bytes(std::string_view{"Radio"}),
                      "poke");
  giop::begin_body(request);
  request.put(std::uint32_t{1});
  giop::finish_message(request);
  auto client = RawPeer::to(reference);
  client.send(request);
  log.wait_for(": a one-way call of poke of object 'Radio' was refused");
  EXPECT_TRUE(log.has("OBJECT_NOT_EXIST"));
}

// A peer's octets in the log and in exceptions are escaped, and once.
TEST_F(Refusals, show_an_operation_s_name_in_printable_characters) {
  start({});
  cdr::Encoder request;
  giop::begin_request(request, 1, giop::ResponseFlags::none, as_bytes(std::string_view{"Echo"}),
                      "no\nsuch\x1b[31m");
  giop::begin_body(request);
  giop::finish_message(request);
  auto client = RawPeer::to(reference);
  client.send(request);
  log.wait_for("no\\x0asuch\\x1b[31m");
}

TEST_F(Refusals, of_a_servant_reach_the_client_with_each_character_escaped_once) {
  start({"-ORBtellClients", "on"});
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [] { throw std::runtime_error("two\nlines"); };
  const Orb client{{"-ORBtransport", "tcp"}};
  const auto echo = client.echo(server->publish(servant));
  try {
    echo->nothing();
    FAIL();
  } catch (const CORBA::UNKNOWN& exception) {
    EXPECT_THAT(exception.what(), HasSubstr("two\\x0alines"));
  }
}

TEST_F(Refusals, of_a_reference_of_an_earlier_run_say_so) {
  std::string stale;
  std::uint16_t port = 0;
  {
    const Orb earlier{{"-ORBendPoint", "giop:tcp:127.0.0.1:0"}};
    stale = earlier.publish(std::make_shared<Probe>());
    port = giop::read_iiop_profile(giop::parse_reference(stale)->profiles.at(0))->port;
  }
  const Orb later{{"-ORBendPoint", "giop:tcp:127.0.0.1:" + std::to_string(port)}};
  (void)later.publish(std::make_shared<Probe>());
  const Orb client{{"-ORBtransport", "tcp"}};
  try {
    (void)client.echo(stale)->add(1, 1);
    FAIL();
  } catch (const CORBA::OBJECT_NOT_EXIST& exception) {
    EXPECT_EQ(exception.minor(), static_cast<std::uint32_t>(wire::Minor::object_of_other_run));
    EXPECT_THAT(exception.what(), HasSubstr("of an earlier run of this server"));
    EXPECT_THAT(exception.what(), HasSubstr("-ORBserverName"));
  }
}

TEST_F(Refusals, for_lack_of_time_name_the_time_and_what_sets_it) {
  const ScopedGate gate;
  auto servant = std::make_shared<Probe>();
  servant->on_nothing = [gate = gate.share()] { gate.pass(); };
  start({});
  const Orb client{{"-ORBtransport", "tcp", "-ORBcallTimeout", "30"}};
  const auto echo = client.echo(server->publish(servant));
  const auto timeout = [](const EchoReference& called) -> std::string {
    try {
      called->nothing();
    } catch (const CORBA::TIMEOUT& exception) {
      return exception.what();
    }
    return "no TIMEOUT";
  };
  EXPECT_THAT(timeout(echo), HasSubstr("30 ms (-ORBcallTimeout)"));
  const auto other = IDL::traits<Lab::Echo>::narrow(echo->_set_policy_overrides(
      timeout_of(std::chrono::milliseconds(20)), CORBA::SetOverrideType::ADD_OVERRIDE));
  EXPECT_THAT(timeout(other), HasSubstr("20 ms (RelativeRoundtripTimeout of the reference)"));
}

}  // namespace
}  // namespace orbweaver::orb_test
