// SPDX-License-Identifier: Apache-2.0
// References to objects of each sort of interface, and exceptions with members of new types.
#include <cstring>

#include "turned.hpp"

namespace peer {

using namespace Lab::Types;

namespace {

void catch_refused(Echo_ptr echo) {
  try {
    echo->refuse(by_colour_dark(), L"\x20ac", -0.1);
  } catch (const Refused& refused) {
    require(image(refused.why) == image(by_colour_dark()), "the union in the exception changed");
    require(image(static_cast<const CORBA::WChar*>(refused.reason)) == image(L"\x20ac") &&
                refused.amount == -0.1,
            "a member changed");
    return;
  }
  throw Failed("nothing was raised");
}

void call_inherited(Echo_ptr echo) {
  const Bottom_var bottom = echo->some_bottom();
  require(!CORBA::is_nil(bottom), "the reference is nil");
  bottom->ratio(0.1);
  require(bottom->ratio() == 0.1, "the attribute changed");
  bottom->nudge("text");
  require(bottom->height() == 1 && bottom->port() == 2 && bottom->starboard() == 3,
          "an inherited operation answered wrong");
  const CORBA::Object_ptr object = bottom.in();
  const Right_var right = Right::_narrow(object);
  const CORBA::String_var label = right->label(L"abc");
  require(std::strcmp(label, "abc") == 0, "the label changed");
}

void pass_abstract(Echo_ptr echo) {
  const Bottom_var bottom = echo->some_bottom();
  Named_var second = Named::_nil(), third;
  const Named_var result = echo->echo_named(bottom, second.inout(), third.out());
  require(!CORBA::is_nil(result), "nil came back");
  const CORBA::String_var label = result->label(L"abc");
  require(std::strcmp(label, "abc") == 0, "the result does not answer");
  const CORBA::Object_var object = second->_to_object();
  require(object->_is_equivalent(bottom), "the inout argument changed");
  require(CORBA::is_nil(third), "nil came back as something");
}

void pass_object(Echo_ptr echo) {
  CORBA::Object_var second = CORBA::Object::_nil(), third;
  const CORBA::Object_var result = echo->echo_any_object(echo, second.inout(), third.out());
  require(!CORBA::is_nil(result) && result->_is_equivalent(echo), "the result changed");
  require(!CORBA::is_nil(second) && CORBA::is_nil(third), "an argument changed");
}

}  // namespace

std::vector<TypeCase> interface_cases() {
  return {
      {"exception_with_members_of_new_types", catch_refused},
      {"inherited_from_several_bases", call_inherited},
      {"abstract_interface", pass_abstract},
      {"Object", pass_object},
  };
}

}  // namespace peer
