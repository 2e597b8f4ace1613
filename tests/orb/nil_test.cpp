// SPDX-License-Identifier: Apache-2.0
// Calls on nil references: each throws INV_OBJREF, and no process ends of them.
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/mapping/async.hpp>

#include <gmock/gmock.h>

#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// What the call threw, as text.
std::string refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CORBA::INV_OBJREF& exception) {
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_NO);
    return exception.what();
  }
  return "nothing was thrown";
}

MATCHER_P2(names, interface, operation, "") {
  return ExplainMatchResult(AllOf(HasSubstr(interface), HasSubstr(operation)), arg,
                            result_listener);
}

TEST(NilReference, throws_and_names_interface_and_operation) {
  const EchoReference nil;
  EXPECT_THAT(refusal_of([&] { nil->nothing(); }), names("IDL:Lab/Echo:1.0", "'nothing'"));
  EXPECT_THAT(refusal_of([&] { nil->poke(1); }), names("IDL:Lab/Echo:1.0", "'poke'"));
  EXPECT_THAT(refusal_of([&] { (void)nil->count(); }), names("IDL:Lab/Echo:1.0", "'_get_count'"));
  EXPECT_THAT(refusal_of([&] { (*nil).label("x"); }), names("IDL:Lab/Echo:1.0", "'_set_label'"));
}

TEST(NilReference, throws_as_the_interface_that_it_was_converted_to) {
  const EchoReference nil;
  const CORBA::object_reference<Lab::Counter> counter = nil;
  EXPECT_EQ(counter, nullptr);
  EXPECT_THAT(refusal_of([&] { counter->reset(); }), names("IDL:Lab/Counter:1.0", "'reset'"));
}

TEST(NilReference, throws_from_the_operations_of_every_object) {
  const CORBA::object_reference<CORBA::Object> nil;
  const auto is_named = [](const char* operation) {
    return names("IDL:omg.org/CORBA/Object:1.0", operation);
  };
  EXPECT_THAT(refusal_of([&] { (void)nil->_is_a("IDL:A:1.0"); }), is_named("_is_a"));
  EXPECT_THAT(refusal_of([&] { (void)nil->_non_existent(); }), is_named("_non_existent"));
  EXPECT_THAT(refusal_of([&] { (void)nil->_is_equivalent(nil); }), is_named("_is_equivalent"));
  EXPECT_THAT(refusal_of([&] { (void)nil->_hash(7); }), is_named("_hash"));
  EXPECT_THAT(refusal_of([&] { (void)nil->_get_orb(); }), is_named("_get_orb"));
  EXPECT_THAT(refusal_of([&] { (void)nil->_get_policy_overrides({}); }), is_named("policies"));
}

TEST(NilReference, narrows_to_nil) {
  EXPECT_EQ(IDL::traits<Lab::Echo>::narrow(nullptr), nullptr);
  EXPECT_EQ(IDL::traits<Lab::Echo>::narrow(CORBA::object_reference<CORBA::Object>{}), nullptr);
}

TEST(NilReference, throws_from_asynchronous_calls) {
  const CORBA::object_reference<Async::Counter> nil;
  EXPECT_THAT(refusal_of([&] { (void)nil->sendp_get_count(); }),
              names("Async/Counter", "'_get_count'"));
  EXPECT_THAT(refusal_of([&] { nil->sendc_get_count(nullptr); }),
              names("Async/Counter", "'_get_count'"));
}

TEST(NilReference, throws_from_what_has_no_stub) {
  const IDL::traits<PortableServer::POA>::ref_type poa;
  EXPECT_THAT(refusal_of([&] { (void)poa->the_POAManager(); }), HasSubstr("PortableServer/POA"));
  const IDL::traits<CORBA::ORB>::ref_type orb;
  EXPECT_THAT(refusal_of([&] { orb->run(); }), HasSubstr("nil reference"));
}

/// A servant that calls whatever it is given, without a look at it.
class Careless : public lab::EchoServant {
 public:
  Careless() : EchoServant([] {}) {}
  CORBA::object_reference<Lab::Counter> echo_reference(
      CORBA::object_reference<Lab::Counter> value) override {
    value->reset();
    return value;
  }
};

class CarelessServant : public ::testing::TestWithParam<const char*> {};

TEST_P(CarelessServant, survives_a_nil_that_a_client_sent) {
  Orb server{{"-ORBdispatch", GetParam()}}, client;
  const auto echo = client.echo(server.publish(std::make_shared<Careless>()));
  EXPECT_THROW((void)echo->echo_reference(nullptr), CORBA::INV_OBJREF);
  EXPECT_EQ(echo->echo_long(7), 7);
}

INSTANTIATE_TEST_SUITE_P(Dispatch, CarelessServant,
                         ::testing::Values("lane", "pool", "connection"));

}  // namespace
}  // namespace orbweaver::orb_test
