// SPDX-License-Identifier: Apache-2.0
#include "types_servant.hpp"

#include <string>

namespace peer {
namespace {

CORBA::WChar* turned_text(const CORBA::WChar* first, CORBA::WChar*& second,
                          CORBA::WString_out& third) {
  third = CORBA::wstring_dup(second);
  CORBA::wstring_free(second);
  second = CORBA::wstring_dup(first);
  return CORBA::wstring_dup(first);
}

}  // namespace

CORBA::WChar* TypesServant::echo_wide_text(const CORBA::WChar* first, CORBA::WChar*& second,
                                           CORBA::WString_out third) {
  return turned_text(first, second, third);
}

CORBA::WChar* TypesServant::echo_short_wide_text(const CORBA::WChar* first, CORBA::WChar*& second,
                                                 CORBA::WString_out third) {
  return turned_text(first, second, third);
}

char* TypesServant::echo_short_text(const char* first, char*& second, CORBA::String_out third) {
  third = CORBA::string_dup(second);
  CORBA::string_free(second);
  second = CORBA::string_dup(first);
  return CORBA::string_dup(first);
}

Lab::Types::Grid_slice* TypesServant::echo_grid(const Lab::Types::Grid first,
                                                Lab::Types::Grid second,
                                                Lab::Types::Grid_out third) {
  Lab::Types::Grid_copy(third, second);
  Lab::Types::Grid_copy(second, first);
  return Lab::Types::Grid_dup(first);
}

Lab::Types::WidePair_slice* TypesServant::echo_wide_pair(const Lab::Types::WidePair first,
                                                         Lab::Types::WidePair second,
                                                         Lab::Types::WidePair_out third) {
  Lab::Types::WidePair_copy(third, second);
  Lab::Types::WidePair_copy(second, first);
  return Lab::Types::WidePair_dup(first);
}

Lab::Types::TextGrid_slice* TypesServant::echo_text_grid(const Lab::Types::TextGrid first,
                                                         Lab::Types::TextGrid second,
                                                         Lab::Types::TextGrid_out third) {
  third = Lab::Types::TextGrid_dup(second);
  Lab::Types::TextGrid_copy(second, first);
  return Lab::Types::TextGrid_dup(first);
}

Lab::Types::Named_ptr TypesServant::echo_named(Lab::Types::Named_ptr first,
                                               Lab::Types::Named_ptr& second,
                                               Lab::Types::Named_out third) {
  third = second;
  second = Lab::Types::Named::_duplicate(first);
  return Lab::Types::Named::_duplicate(first);
}

CORBA::Object_ptr TypesServant::echo_any_object(CORBA::Object_ptr first, CORBA::Object_ptr& second,
                                                CORBA::Object_out third) {
  third = second;
  second = CORBA::Object::_duplicate(first);
  return CORBA::Object::_duplicate(first);
}

void TypesServant::refuse(const Lab::Types::ByColour& why, const CORBA::WChar* reason,
                          CORBA::Double amount) {
  throw Lab::Types::Refused(why, reason, amount);
}

Lab::Types::Bottom_ptr TypesServant::some_bottom() {
  PortableServer::Servant_var<BottomServant> bottom = new BottomServant;
  return bottom->_this();
}

char* BottomServant::label(const CORBA::WChar* wide) {
  std::string text;
  for (; *wide != 0; ++wide) text += static_cast<char>(*wide);
  return CORBA::string_dup(text.c_str());
}

}  // namespace peer
