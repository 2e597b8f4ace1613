// SPDX-License-Identifier: Apache-2.0
// Octets behind the last argument or result: the two sides come from different IDL.
#include <gmock/gmock.h>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SurplusArguments : public TwoOrbs {
 protected:
  SurplusArguments() {
    start({"-ORBtellClients", "on"});
    echo = publish(servant);
  }
  /// The text of the MARSHAL that a call raises; empty if it raises none.
  template <class Put>
  std::string refusal_of(const char* operation, Put put) {
    try {
      corba::ClientCall call{*echo, operation, corba::Operation::twoway};
      put(call.arguments());
      call.invoke();
    } catch (const CORBA::MARSHAL& raised) {
      EXPECT_EQ(raised.completed(), CORBA::CompletionStatus::COMPLETED_NO);
      return raised.what();
    }
    return {};
  }

  std::shared_ptr<Probe> servant = std::make_shared<Probe>();
  EchoReference echo;
};

TEST_F(SurplusArguments, are_refused_and_the_text_names_operation_and_argument) {
  const auto why = refusal_of("echo_long", [](cdr::Encoder& to) {
    to.put(std::int32_t{1});
    to.put(std::int32_t{2});
  });
  EXPECT_THAT(why, AllOf(HasSubstr("echo_long"), HasSubstr("value"), HasSubstr("IDL")));
  EXPECT_EQ(echo->echo_long(3), 3);
}

TEST_F(SurplusArguments, of_an_operation_without_arguments_are_refused) {
  bool has_run = false;
  servant->on_nothing = [&has_run] { has_run = true; };
  const auto why = refusal_of("nothing", [](cdr::Encoder& to) { to.put_octet(1); });
  EXPECT_THAT(why, AllOf(HasSubstr("nothing"), HasSubstr("IDL")));
  EXPECT_FALSE(has_run);
  echo->nothing();
  EXPECT_TRUE(has_run);
}

TEST_F(SurplusArguments, of_the_operations_of_every_object_are_refused) {
  for (const char* operation : {"_non_existent", "_repository_id", "_get_count"})
    EXPECT_NE(refusal_of(operation, [](cdr::Encoder& to) { to.put_octet(1); }), "") << operation;
  EXPECT_NE(refusal_of("_is_a",
                       [](cdr::Encoder& to) {
                         to.put_string("IDL:x:1.0");
                         to.put_octet(1);
                       }),
            "");
}

TEST_F(SurplusArguments, of_a_one_way_call_are_refused_too) {
  corba::ClientCall call{*echo, "poke", corba::Operation::oneway};
  auto& to = call.arguments();
  to.put(std::uint32_t{5});
  to.put_octet(1);
  call.send();
  echo->poke(2);
  EXPECT_EQ(echo->count(), 2U);
}

class SurplusResults : public testing::Test {
 protected:
  /// Answers one request after the other with what `put` writes.
  template <class Put>
  void answer(giop::ReplyStatus status, Put put) {
    serving = std::jthread([this, status, put] {
      auto peer = server.accept();
      const auto request = peer.receive();
      cdr::Encoder encoder;
      giop::begin_reply(encoder, request.request_id(), status);
      giop::begin_body(encoder);
      put(encoder);
      giop::finish_message(encoder);
      peer.send(encoder);
    });
  }
  template <class Call>
  std::string refusal_of(Call call) {
    try {
      call(*client.echo(server.reference()));
    } catch (const CORBA::MARSHAL& raised) {
      EXPECT_EQ(raised.completed(), CORBA::CompletionStatus::COMPLETED_YES);
      return raised.what();
    }
    return {};
  }

  RawServer server;
  std::jthread serving;
  Orb client;
};

TEST_F(SurplusResults, are_refused_and_the_text_names_operation_and_result) {
  answer(giop::ReplyStatus::no_exception, [](cdr::Encoder& to) {
    for (const std::int32_t entry : {1, 2, 3, 4}) to.put(entry);
  });
  const auto why = refusal_of([](Lab::Echo& echo) {
    std::int32_t a = 1, difference = 0;
    static_cast<void>(echo.sum_and_difference(a, 2, difference));
  });
  EXPECT_THAT(why,
              AllOf(HasSubstr("sum_and_difference"), HasSubstr("difference)"), HasSubstr("IDL")));
}

TEST_F(SurplusResults, of_an_operation_without_results_are_refused) {
  answer(giop::ReplyStatus::no_exception, [](cdr::Encoder& to) { to.put_octet(1); });
  const auto why = refusal_of([](Lab::Echo& echo) { echo.nothing(); });
  EXPECT_THAT(why, AllOf(HasSubstr("nothing"), HasSubstr("IDL")));
}

TEST_F(SurplusResults, in_a_user_exception_are_refused) {
  answer(giop::ReplyStatus::user_exception, [](cdr::Encoder& to) {
    to.put_string(Lab::Refused::_id);
    to.put_string("reason");
    to.put(std::int32_t{1});
    to.put(std::int32_t{2});
  });
  const auto why = refusal_of([](Lab::Echo& echo) { echo.refuse("", 1); });
  EXPECT_THAT(why, AllOf(HasSubstr("Refused"), HasSubstr("IDL")));
}

// Some ORBs send a part of the padding before a body that is not there.
TEST_F(SurplusResults, are_not_seen_in_padding_without_a_body) {
  answer(giop::ReplyStatus::no_exception, [](cdr::Encoder&) {});
  EXPECT_EQ(refusal_of([](Lab::Echo& echo) { echo.nothing(); }), "");
}

}  // namespace
}  // namespace orbweaver::orb_test
