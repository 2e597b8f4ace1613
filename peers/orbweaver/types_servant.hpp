// SPDX-License-Identifier: Apache-2.0
// ::Lab::Types::Echo: each operation hands back what it got (idl/lab/types.idl).
#pragma once
#include <orbweaver/generated/lab/types_poa.hpp>

#include <functional>
#include <utility>

namespace orbweaver::lab {

#define ORBWEAVER_ECHO(TYPE, OPERATION)                                                  \
  TYPE OPERATION(IDL::traits<TYPE>::in_type first, TYPE& second, TYPE& third) override { \
    third = std::exchange(second, first);                                                \
    return first;                                                                        \
  }

class TypesServant final : public CORBA::servant_traits<::Lab::Types::Echo>::base_type {
 public:
  explicit TypesServant(std::function<void()> on_shut_down)
      : on_shut_down_(std::move(on_shut_down)) {}

  ORBWEAVER_ECHO(wchar_t, echo_wide_char)
  ORBWEAVER_ECHO(std::wstring, echo_wide_text)
  ORBWEAVER_ECHO(long double, echo_long_double)
  ORBWEAVER_ECHO(::Lab::Types::ShortText, echo_short_text)
  ORBWEAVER_ECHO(::Lab::Types::ShortWideText, echo_short_wide_text)
  ORBWEAVER_ECHO(::Lab::Types::ShortLongs, echo_short_longs)
  ORBWEAVER_ECHO(::Lab::Types::ShortTexts, echo_short_texts)
  ORBWEAVER_ECHO(::Lab::Types::Grid, echo_grid)
  ORBWEAVER_ECHO(::Lab::Types::TextGrid, echo_text_grid)
  ORBWEAVER_ECHO(::Lab::Types::LongDoubles, echo_long_doubles)
  ORBWEAVER_ECHO(::Lab::Types::WideChars, echo_wide_chars)
  ORBWEAVER_ECHO(::Lab::Types::WideTexts, echo_wide_texts)
  ORBWEAVER_ECHO(::Lab::Types::WidePair, echo_wide_pair)
  ORBWEAVER_ECHO(::Lab::Types::ByShort, echo_by_short)
  ORBWEAVER_ECHO(::Lab::Types::ByUShort, echo_by_ushort)
  ORBWEAVER_ECHO(::Lab::Types::ByLong, echo_by_long)
  ORBWEAVER_ECHO(::Lab::Types::ByULong, echo_by_ulong)
  ORBWEAVER_ECHO(::Lab::Types::ByLongLong, echo_by_long_long)
  ORBWEAVER_ECHO(::Lab::Types::ByULongLong, echo_by_ulong_long)
  ORBWEAVER_ECHO(::Lab::Types::ByChar, echo_by_char)
  ORBWEAVER_ECHO(::Lab::Types::ByBoolean, echo_by_boolean)
  ORBWEAVER_ECHO(::Lab::Types::ByBooleanHalf, echo_by_boolean_half)
  ORBWEAVER_ECHO(::Lab::Types::ByColour, echo_by_colour)
  ORBWEAVER_ECHO(::Lab::Types::ByColourHalf, echo_by_colour_half)
  ORBWEAVER_ECHO(::Lab::Types::Tree, echo_tree)
  ORBWEAVER_ECHO(::Lab::Types::Expression, echo_expression)
  ORBWEAVER_ECHO(::Lab::Types::Everything, echo_everything)
  ORBWEAVER_ECHO(CORBA::object_reference<::Lab::Types::Named>, echo_named)
  ORBWEAVER_ECHO(CORBA::object_reference<CORBA::Object>, echo_any_object)

  void refuse(const ::Lab::Types::ByColour& why, const std::wstring& reason,
              double amount) override {
    throw ::Lab::Types::Refused{why, reason, amount};
  }
  CORBA::object_reference<::Lab::Types::Bottom> some_bottom() override { return bottom_; }
  void shut_down() override { on_shut_down_(); }

  /// What some_bottom() hands out. Called before the first request.
  void set_bottom(CORBA::object_reference<::Lab::Types::Bottom> bottom) {
    bottom_ = std::move(bottom);
  }

 private:
  std::function<void()> on_shut_down_;
  CORBA::object_reference<::Lab::Types::Bottom> bottom_;
};

#undef ORBWEAVER_ECHO

/// An interface that inherits twice from one base, and from an abstract one.
class BottomServant final : public CORBA::servant_traits<::Lab::Types::Bottom>::base_type {
 public:
  std::int32_t height() override { return 1; }
  std::int32_t port() override { return 2; }
  std::int32_t starboard() override { return 3; }
  double ratio() override { return ratio_; }
  void ratio(double value) override { ratio_ = value; }
  void nudge(const std::string&) override {}
  std::string label(const std::wstring& wide) override {
    std::string text;
    for (const wchar_t character : wide) text += static_cast<char>(character);
    return text;
  }

 private:
  double ratio_ = 0;
};

}  // namespace orbweaver::lab
