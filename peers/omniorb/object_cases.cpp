// SPDX-License-Identifier: Apache-2.0
// Object references as values, and the operations that every object has.
#include "cases.hpp"

namespace peer {
namespace {

constexpr const char* kElsewhere = "corbaloc:iiop:1.2@192.0.2.1:9/nobody";

std::string echo_reference(const Target& on) {
  const Lab::Counter_var echoed = on.echo->echo_reference(on.echo);
  require(!CORBA::is_nil(echoed), "a nil reference came back");
  require(echoed->_is_equivalent(on.echo), "another object came back");
  on.echo->label("through the other reference");
  const CORBA::String_var label = echoed->label();
  require(label.in() == std::string("through the other reference"), "the call went elsewhere");
  return "came back and works";
}

std::string echo_reference_narrow(const Target& on) {
  const Lab::Counter_var echoed = on.echo->echo_reference(on.echo);
  const Lab::Echo_var narrowed = Lab::Echo::_narrow(echoed);
  require(!CORBA::is_nil(narrowed), "the returned Counter is no Echo");
  require(narrowed->add(40, 2) == 42, "the call on the narrowed reference went wrong");
  return "narrowed and called";
}

std::string echo_reference_nil(const Target& on) {
  const Lab::Counter_var echoed = on.echo->echo_reference(Lab::Counter::_nil());
  require(CORBA::is_nil(echoed), "a nil reference came back as an object");
  return "nil";
}

std::string echo_reference_elsewhere(const Target& on) {
  const CORBA::Object_var elsewhere = on.orb->string_to_object(kElsewhere);
  const Lab::Counter_var sent = Lab::Counter::_unchecked_narrow(elsewhere);
  const Lab::Counter_var echoed = on.echo->echo_reference(sent);
  require(!CORBA::is_nil(echoed) && echoed->_is_equivalent(sent), "another reference came back");
  return "a reference to another host, untouched";
}

std::string is_a(const Target& on) {
  require(on.echo->_is_a("IDL:Lab/Echo:1.0"), "it denies to be a Lab::Echo");
  require(on.echo->_is_a("IDL:Lab/Counter:1.0"), "it denies to be a Lab::Counter");
  require(on.echo->_is_a("IDL:omg.org/CORBA/Object:1.0"), "it denies to be a CORBA::Object");
  require(!on.echo->_is_a("IDL:Lab/Nobody:1.0"), "it claims to be a Lab::Nobody");
  return "4 types";
}

/// Through an untyped reference, so that the server must answer and not our stub.
std::string is_a_remote(const Target& on) {
  const CORBA::Request_var request = on.echo->_request("_is_a");
  request->add_in_arg() <<= "IDL:Lab/Counter:1.0";
  request->set_return_type(CORBA::_tc_boolean);
  request->invoke();
  CORBA::Boolean answer = false;
  require((request->return_value() >>= CORBA::Any::to_boolean(answer)) && answer,
          "the server denies that it is a Lab::Counter");
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

}  // namespace peer
