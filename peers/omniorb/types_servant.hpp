// SPDX-License-Identifier: Apache-2.0
// Lab::Types::Echo on omniORB: each operation hands back what it got (idl/lab/types.idl).
#pragma once
#include <functional>

#include "types.hh"

namespace peer {

/// What every operation does with a type of variable length.
template <class T>
T* turned(const T& first, T& second, T*& third) {
  third = new T(second);
  second = first;
  return new T(first);
}

/// And with one of fixed length.
template <class T>
T turned_fixed(T first, T& second, T& third) {
  third = second;
  second = first;
  return first;
}

#define PEER_VARIABLE(TYPE, OPERATION)                                                 \
  Lab::Types::TYPE* OPERATION(const Lab::Types::TYPE& first, Lab::Types::TYPE& second, \
                              Lab::Types::TYPE##_out third) override {                 \
    return turned<Lab::Types::TYPE>(first, second, third.ptr());                       \
  }
#define PEER_FIXED(TYPE, OPERATION)                                                   \
  Lab::Types::TYPE OPERATION(const Lab::Types::TYPE& first, Lab::Types::TYPE& second, \
                             Lab::Types::TYPE& third) override {                      \
    return turned_fixed<Lab::Types::TYPE>(first, second, third);                      \
  }

class TypesServant final : public POA_Lab::Types::Echo {
 public:
  explicit TypesServant(std::function<void()> on_shut_down)
      : on_shut_down_(std::move(on_shut_down)) {}

  CORBA::WChar echo_wide_char(CORBA::WChar first, CORBA::WChar& second,
                              CORBA::WChar& third) override {
    return turned_fixed(first, second, third);
  }
  CORBA::LongDouble echo_long_double(CORBA::LongDouble first, CORBA::LongDouble& second,
                                     CORBA::LongDouble& third) override {
    return turned_fixed(first, second, third);
  }
  CORBA::WChar* echo_wide_text(const CORBA::WChar* first, CORBA::WChar*& second,
                               CORBA::WString_out third) override;
  char* echo_short_text(const char* first, char*& second, CORBA::String_out third) override;
  CORBA::WChar* echo_short_wide_text(const CORBA::WChar* first, CORBA::WChar*& second,
                                     CORBA::WString_out third) override;
  Lab::Types::Grid_slice* echo_grid(const Lab::Types::Grid first, Lab::Types::Grid second,
                                    Lab::Types::Grid_out third) override;
  Lab::Types::TextGrid_slice* echo_text_grid(const Lab::Types::TextGrid first,
                                             Lab::Types::TextGrid second,
                                             Lab::Types::TextGrid_out third) override;
  Lab::Types::WidePair_slice* echo_wide_pair(const Lab::Types::WidePair first,
                                             Lab::Types::WidePair second,
                                             Lab::Types::WidePair_out third) override;
  PEER_VARIABLE(ShortLongs, echo_short_longs)
  PEER_VARIABLE(ShortTexts, echo_short_texts)
  PEER_VARIABLE(LongDoubles, echo_long_doubles)
  PEER_VARIABLE(WideChars, echo_wide_chars)
  PEER_VARIABLE(WideTexts, echo_wide_texts)
  PEER_VARIABLE(ByShort, echo_by_short)
  PEER_VARIABLE(ByUShort, echo_by_ushort)
  PEER_VARIABLE(ByLong, echo_by_long)
  PEER_FIXED(ByULong, echo_by_ulong)
  PEER_FIXED(ByLongLong, echo_by_long_long)
  PEER_FIXED(ByULongLong, echo_by_ulong_long)
  PEER_VARIABLE(ByChar, echo_by_char)
  PEER_VARIABLE(ByBoolean, echo_by_boolean)
  PEER_FIXED(ByBooleanHalf, echo_by_boolean_half)
  PEER_VARIABLE(ByColour, echo_by_colour)
  PEER_VARIABLE(ByColourHalf, echo_by_colour_half)
  PEER_VARIABLE(Tree, echo_tree)
  PEER_VARIABLE(Expression, echo_expression)
  PEER_VARIABLE(Everything, echo_everything)
  Lab::Types::Named_ptr echo_named(Lab::Types::Named_ptr first, Lab::Types::Named_ptr& second,
                                   Lab::Types::Named_out third) override;
  CORBA::Object_ptr echo_any_object(CORBA::Object_ptr first, CORBA::Object_ptr& second,
                                    CORBA::Object_out third) override;

  void refuse(const Lab::Types::ByColour& why, const CORBA::WChar* reason,
              CORBA::Double amount) override;
  Lab::Types::Bottom_ptr some_bottom() override;
  void shut_down() override { on_shut_down_(); }

 private:
  std::function<void()> on_shut_down_;
};

#undef PEER_VARIABLE
#undef PEER_FIXED

/// An interface that inherits twice from one base, and from an abstract one.
class BottomServant final : public POA_Lab::Types::Bottom {
 public:
  CORBA::Long height() override { return 1; }
  CORBA::Long port() override { return 2; }
  CORBA::Long starboard() override { return 3; }
  CORBA::Double ratio() override { return ratio_; }
  void ratio(CORBA::Double value) override { ratio_ = value; }
  void nudge(const char*) override {}
  char* label(const CORBA::WChar* wide) override;

 private:
  CORBA::Double ratio_ = 0;
};

}  // namespace peer
