// SPDX-License-Identifier: Apache-2.0
// Object references as values, and the operations that every object has.
#include <orbweaver/corba/stub.hpp>

#include "cases.hpp"

namespace orbweaver::lab {

namespace {

constexpr const char* kElsewhere = "corbaloc:iiop:1.2@192.0.2.1:9/nobody";

std::string echo_reference(const Target& on) {
  const auto echoed = on.echo->echo_reference(on.echo);
  require(echoed != nullptr, "a nil reference came back");
  require(echoed->_is_equivalent(on.echo), "another object came back");
  on.echo->label("through the other reference");
  require(echoed->label() == "through the other reference", "the call went elsewhere");
  return "came back and works";
}

std::string echo_reference_narrow(const Target& on) {
  const auto narrowed = IDL::traits<Lab::Echo>::narrow(on.echo->echo_reference(on.echo));
  require(narrowed != nullptr, "the returned Counter is no Echo");
  require(narrowed->add(40, 2) == 42, "the call on the narrowed reference went wrong");
  return "narrowed and called";
}

std::string echo_reference_nil(const Target& on) {
  require(on.echo->echo_reference(nullptr) == nullptr, "a nil reference came back as an object");
  return "nil";
}

std::string echo_reference_elsewhere(const Target& on) {
  const auto elsewhere = on.orb.string_to_object(kElsewhere);
  const auto sent = corba::StubFactory::unchecked_narrow<Lab::Counter>(elsewhere);
  const auto echoed = on.echo->echo_reference(sent);
  require(echoed && echoed->_is_equivalent(sent), "another reference came back");
  return "a reference to another host, untouched";
}

std::string is_a(const Target& on) {
  require(on.echo->_is_a("IDL:Lab/Echo:1.0"), "it denies to be a Lab::Echo");
  require(on.echo->_is_a("IDL:Lab/Counter:1.0"), "it denies to be a Lab::Counter");
  require(on.echo->_is_a("IDL:omg.org/CORBA/Object:1.0"), "it denies to be a CORBA::Object");
  require(!on.echo->_is_a("IDL:Lab/Nobody:1.0"), "it claims to be a Lab::Nobody");
  return "4 types";
}

/// Sent as a request whatever the reference says, so that the server must answer and not our stub.
std::string is_a_remote(const Target& on) {
  corba::ClientCall call{*on.echo, "_is_a", corba::Operation::twoway};
  call.arguments().put_string("IDL:Lab/Echo:1.0");
  require(call.invoke().get_boolean(), "the server denies that it is a Lab::Echo");
  call.check_results();
  return "the server's answer";
}

std::string non_existent(const Target& on) {
  require(!on.echo->_non_existent(), "it says that it does not exist");
  return "exists";
}

}  // namespace

std::vector<Case> object_cases() {
  return {{"echo_reference", echo_reference},
          {"echo_reference_narrow", echo_reference_narrow},
          {"echo_reference_nil", echo_reference_nil},
          {"echo_reference_elsewhere", echo_reference_elsewhere},
          {"is_a", is_a},
          {"is_a_remote", is_a_remote},
          {"non_existent", non_existent}};
}

}  // namespace orbweaver::lab
