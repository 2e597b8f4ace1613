// SPDX-License-Identifier: Apache-2.0
// -ORBtrace: one line for each request and reply, connection, or message.
#include <gmock/gmock.h>

#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Traces : public TwoOrbs {
 protected:
  EchoReference start_traced(const std::string& server_side, const std::string& client_side) {
    start({"-ORBtrace", server_side}, {"-ORBtransport", "tcp", "-ORBtrace", client_side});
    return publish(std::make_shared<Probe>());
  }

  StandardError log;
};

TEST_F(Traces, of_calls_have_a_line_for_the_request_and_one_for_the_reply_at_the_client) {
  const auto echo = start_traced("off", "calls");
  EXPECT_EQ(echo->add(1, 2), 3);
  EXPECT_THAT(log.text(), ContainsRegex("trace: request to tcp:127.0.0.1:[0-9]+: Lab::Echo::add of "
                                        "object #1 of adapter #0 at tcp:[0-9.:]+, [0-9]+ bytes"));
  EXPECT_THAT(log.text(), ContainsRegex("trace: reply from tcp:127.0.0.1:[0-9]+: Lab::Echo::add of "
                                        "object #1 of adapter #0 at tcp:[0-9.:]+: no exception, "
                                        "[0-9]+ bytes, [0-9.]+ ms"));
  EXPECT_EQ(log.count("trace: "), 2U);
}

TEST_F(Traces, of_calls_have_a_line_for_the_request_and_one_for_the_reply_at_the_server) {
  const auto echo = start_traced("calls", "off");
  EXPECT_EQ(echo->add(1, 2), 3);
  EXPECT_THAT(log.text(), ContainsRegex("trace: request from tcp:127.0.0.1:[0-9]+: add of "
                                        "RootPOA/#1, [0-9]+ bytes"));
  EXPECT_THAT(log.text(), ContainsRegex("trace: reply to tcp:127.0.0.1:[0-9]+: add of RootPOA/#1: "
                                        "no exception, [0-9]+ bytes, [0-9.]+ ms"));
  EXPECT_EQ(log.count("trace: "), 2U);
}

TEST_F(Traces, of_calls_name_the_exception) {
  const auto echo = start_traced("calls", "calls");
  EXPECT_THROW(echo->refuse("busy", 3), Lab::Refused);
  EXPECT_EQ(log.count("IDL:Lab/Refused:1.0"), 2U);
}

TEST_F(Traces, of_one_way_calls_have_a_line_on_each_side) {
  const auto echo = start_traced("calls", "calls");
  echo->poke(1);
  log.wait_for("trace: one-way request to tcp:");
  log.wait_for("trace: one-way request from tcp:");
}

TEST_F(Traces, of_calls_within_an_orb_have_a_line) {
  (void)start_traced("calls", "off");
  const auto text = server->publish(std::make_shared<Probe>());
  EXPECT_EQ(server->echo(text)->add(1, 2), 3);
  EXPECT_TRUE(log.has("trace: request within this ORB: Lab::Echo::add of object #2"));
}

TEST_F(Traces, of_calls_that_reach_no_server_say_why) {
  start({}, {"-ORBtrace", "calls,connections"});
  const auto echo = client->echo("corbaloc:iiop:127.0.0.1:1/Nobody");
  EXPECT_THROW(echo->nothing(), CORBA::TRANSIENT);
  EXPECT_TRUE(log.has("trace: no connection to tcp:127.0.0.1:1"));
  EXPECT_TRUE(log.has("trace: no reply: nothing of object 'Nobody'"));
}

TEST_F(Traces, of_connections_say_when_they_begin_and_end) {
  const auto echo = start_traced("connections", "connections");
  echo->nothing();
  EXPECT_TRUE(log.has("trace: connection opened to tcp:127.0.0.1:"));
  EXPECT_TRUE(log.has("trace: connection accepted from tcp:127.0.0.1:"));
  EXPECT_EQ(log.count("trace: request"), 0U);
  client.reset();
  spin_until([&] {
    return log.count("trace: connection closed here: ") + log.count("trace: connection ended: ") ==
           2;
  });
}

TEST_F(Traces, of_messages_have_a_line_for_each_in_both_directions) {
  const auto echo = start_traced("messages", "messages");
  EXPECT_EQ(echo->add(1, 2), 3);
  EXPECT_THAT(log.text(), ContainsRegex("trace: to tcp:[0-9.:]+: Request .GIOP 1.2, [0-9]+ bytes"));
  EXPECT_THAT(log.text(), ContainsRegex("trace: from tcp:[0-9.:]+: Reply .GIOP 1.2, [0-9]+ bytes"));
  EXPECT_EQ(log.count(": Request (GIOP"), 2U) << log.text();
  // The server's line is written when the reply has left, which the client may have by then.
  spin_until([&] { return log.count(": Reply (GIOP") == 2; });
  client.reset();
  log.wait_for("CloseConnection (GIOP 1.2, 12 bytes)");
}

TEST_F(Traces, of_messages_show_the_fragments) {
  start({}, {"-ORBtransport", "tcp", "-ORBtrace", "messages", "-ORBfragmentBytes", "1024"});
  const auto echo = publish(std::make_shared<Probe>());
  const std::string text(5000, 'x');
  EXPECT_EQ(echo->echo_string(text), text);
  EXPECT_TRUE(log.has("more fragments follow")) << log.text();
  EXPECT_GE(log.count(": Fragment (GIOP"), 3U) << log.text();
}

TEST_F(Traces, that_are_off_write_nothing) {
  const auto echo = start_traced("off", "off");
  EXPECT_EQ(echo->add(1, 2), 3);
  EXPECT_THAT(log.text(), Not(HasSubstr("trace")));
}

}  // namespace
}  // namespace orbweaver::orb_test
