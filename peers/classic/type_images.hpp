// SPDX-License-Identifier: Apache-2.0
// The text of a value: two values are the same if their texts are. The classic mapping compares
// nothing itself.
#pragma once
#include <string>

#include "types.hh"

namespace peer {

class Image {
 public:
  void add(const char* text);
  void add(const CORBA::WChar* text);
  void add(CORBA::WChar character);
  void add(CORBA::LongLong number);
  void add(CORBA::Double number);
  void add(CORBA::LongDouble number);
  void add(const Lab::Types::ByShort& value);
  void add(const Lab::Types::ByUShort& value);
  void add(const Lab::Types::ByLong& value);
  void add(const Lab::Types::ByULong& value);
  void add(const Lab::Types::ByLongLong& value);
  void add(const Lab::Types::ByULongLong& value);
  void add(const Lab::Types::ByChar& value);
  void add(const Lab::Types::ByBoolean& value);
  void add(const Lab::Types::ByBooleanHalf& value);
  void add(const Lab::Types::ByColour& value);
  void add(const Lab::Types::ByColourHalf& value);
  void add(const Lab::Types::Tree& value);
  void add(const Lab::Types::Expression& value);
  void add(const Lab::Types::Everything& value);
  void add(const Lab::Types::ShortLongs& values);
  void add(const Lab::Types::ShortTexts& values);
  void add(const Lab::Types::LongDoubles& values);
  void add(const Lab::Types::WideChars& values);
  void add(const Lab::Types::WideTexts& values);
  void add_grid(const Lab::Types::Grid_slice* grid);
  void add_text_grid(const Lab::Types::TextGrid_slice* grid);
  void add_wide_pair(const Lab::Types::WidePair_slice* pair);

  const std::string& text() const { return text_; }

 private:
  template <class Sequence, class Put>
  void add_each(const Sequence& values, Put put) {
    text_ += "[";
    for (CORBA::ULong i = 0; i < values.length(); ++i) put(values[i]);
    text_ += "]";
  }

  std::string text_;
};

template <class Value>
std::string image(const Value& value) {
  Image image;
  image.add(value);
  return image.text();
}

}  // namespace peer
