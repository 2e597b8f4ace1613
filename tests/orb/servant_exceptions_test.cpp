// SPDX-License-Identifier: Apache-2.0
// What a servant throws: the log of the server names object, operation and reason, and so does the
// exception at the client, where the client may know.
#include <orbweaver/giop/exception_reason.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

#include "raw_peer.hpp"
#include "rig.hpp"
#include "standard_error.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string what_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CORBA::SystemException& exception) {
    return exception.what();
  }
  return "no exception";
}

class ServantExceptions : public TwoOrbs {
 protected:
  void start_with(const std::string& transport, const Options& server_options = {}) {
    start(server_options, {"-ORBtransport", transport});
  }
  EchoReference publish_one_that_throws() {
    const auto servant = std::make_shared<Probe>();
    servant->on_nothing = [] { throw std::runtime_error("db is down"); };
    servant->on_poke = [](std::uint32_t) { throw std::runtime_error("disk is full"); };
    servant->on_shutdown = [] { throw CORBA::BAD_PARAM(7, {}, "no such frequency"); };
    return publish(servant);
  }

  StandardError log;
};

TEST_F(ServantExceptions, of_a_two_way_call_are_in_the_log_with_object_and_operation) {
  start_with("tcp");
  const auto echo = publish_one_that_throws();
  EXPECT_THROW(echo->nothing(), CORBA::UNKNOWN);
  EXPECT_TRUE(log.has("the servant threw \"db is down\" in nothing of RootPOA/#1")) << log.text();
}

TEST_F(ServantExceptions, of_a_one_way_call_are_in_the_log_with_object_and_operation) {
  start_with("tcp");
  publish_one_that_throws()->poke(1);
  log.wait_for("the servant threw \"disk is full\" in poke of RootPOA/#1, a one-way call");
}

TEST_F(ServantExceptions, that_come_in_a_flood_are_not_all_written) {
  start_with("tcp");
  const auto echo = publish_one_that_throws();
  constexpr std::size_t kCalls = 500;
  for (std::size_t i = 0; i < kCalls; ++i) EXPECT_THROW(echo->nothing(), CORBA::UNKNOWN);
  EXPECT_LT(log.count("db is down"), kCalls / 2);
}

TEST_F(ServantExceptions, name_the_object_of_an_adapter_as_the_program_named_both) {
  start_with("tcp");
  const auto servant = std::make_shared<Probe>();
  servant->on_nothing = [] { throw std::runtime_error("db is down"); };
  const auto root = server->poa();
  const auto radio = root->create_POA(
      "radio", root->the_POAManager(),
      {root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID),
       root->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT)});
  radio->activate_object_with_id(PortableServer::string_to_ObjectId("tuner"), servant);
  root->the_POAManager()->activate();
  const auto echo = client->echo((*server)->object_to_string(radio->servant_to_reference(servant)));
  EXPECT_THAT(what_of([&] { echo->nothing(); }),
              HasSubstr("Lab::Echo::nothing of object 'radio/tuner' at tcp:"));
  EXPECT_TRUE(log.has("in nothing of RootPOA/radio/tuner")) << log.text();
}

TEST_F(ServantExceptions, at_the_client_name_interface_operation_and_object) {
  start_with("tcp");
  const auto echo = publish_one_that_throws();
  EXPECT_THAT(
      what_of([&] { echo->nothing(); }),
      HasSubstr("CORBA::UNKNOWN: raised by the server in Lab::Echo::nothing of object #1 of "
                "adapter #0 at tcp:127.0.0.1:"));
}

TEST_F(ServantExceptions, are_reported_to_no_client_that_came_by_tcp) {
  start_with("tcp");
  const auto echo = publish_one_that_throws();
  EXPECT_THAT(what_of([&] { echo->nothing(); }), Not(HasSubstr("db is down")));
}

TEST_F(ServantExceptions, are_reported_to_every_client_with_the_option) {
  start_with("tcp", {"-ORBtellClients", "on"});
  const auto echo = publish_one_that_throws();
  EXPECT_THAT(what_of([&] { echo->nothing(); }), HasSubstr("the servant threw \"db is down\""));
}

class LocalClients : public ServantExceptions, public testing::WithParamInterface<const char*> {};

TEST_P(LocalClients, of_the_same_user_are_given_the_reason) {
  start_with(GetParam());
  const auto echo = publish_one_that_throws();
  EXPECT_THAT(what_of([&] { echo->nothing(); }), HasSubstr("the servant threw \"db is down\""));
  EXPECT_THAT(what_of([&] { echo->shutdown(); }), HasSubstr("no such frequency"));
}

TEST_P(LocalClients, are_not_given_the_reason_if_that_is_off) {
  start_with(GetParam(), {"-ORBtellClients", "off"});
  const auto echo = publish_one_that_throws();
  EXPECT_THAT(what_of([&] { echo->nothing(); }), Not(HasSubstr("db is down")));
  EXPECT_THAT(what_of([&] { echo->shutdown(); }), Not(HasSubstr("no such frequency")));
}

INSTANTIATE_TEST_SUITE_P(, LocalClients, testing::Values("unix", "shm"), name_of_option);

void refuse_with_reason(RawPeer& peer, std::string_view reason) {
  const auto request = peer.receive();
  const auto data = giop::encode_reason(reason);
  cdr::Encoder encoder;
  giop::put_system_exception_reply(
      encoder, request.request_id(), {"IDL:omg.org/CORBA/UNKNOWN:1.0", 0, giop::Completion::maybe},
      request.header.version, std::array{giop::ServiceContext{giop::kContextReason, data}});
  peer.send(encoder);
}

TEST(ReasonOfAStranger, is_shown_without_what_could_steer_a_terminal) {
  RawServer server;
  const Orb client;
  std::jthread serving([&] {
    auto peer = server.accept();
    refuse_with_reason(peer, "\x1b[2Jgone");
  });
  const auto echo = client.echo(server.reference());
  EXPECT_THAT(what_of([&] { echo->nothing(); }), HasSubstr("\\x1b[2Jgone"));
}

TEST(FailuresOfCalls, name_what_was_called) {
  RawServer server;
  const Orb client{{"-ORBcallTimeout", "1"}};
  const auto echo = client.echo(server.reference());
  EXPECT_THAT(what_of([&] { echo->nothing(); }), HasSubstr("in nothing of object 'raw' at tcp:"));
}

}  // namespace
}  // namespace orbweaver::orb_test
