// SPDX-License-Identifier: Apache-2.0
// IDL::traits<T>::write(value) and write_on(stream, value): values as text for streams of any type.
//
//   stream << "tuned to " << IDL::traits<Radio::Tuning>::write(tuning);
//   IDL::traits<Radio::Tuning>::write_on(stream, tuning) << '\n';
//   stream << IDL::traits<Radio::Tuning>::write<MyFormatter>(tuning);      // MyFormatter{}(stream,
//   tuning)
#pragma once
#include <orbweaver/corba/text.hpp>

#include <type_traits>

// NOLINTBEGIN(readability-identifier-naming): names as TAOX11 spells them

namespace IDL {

/// Writes values of the IDL type `T`. Specialise it, or give write() another, for another form.
template <class T, class Stream>
struct formatter {
  template <class Value>
  Stream& operator()(Stream& stream, const Value& value) const {
    stream << orbweaver::corba::text_of(value);
    return stream;
  }
};

}  // namespace IDL

namespace orbweaver::corba {

/// A value on its way to a stream; for one expression, as the value must live.
template <class T, class Value, class Formatter>
class Written {
 public:
  explicit Written(const Value& value) noexcept : value_(value) {}

  template <class Stream>
  friend Stream& operator<<(Stream& stream, const Written& written) {
    if constexpr (std::is_void_v<Formatter>)
      IDL::formatter<T, Stream>{}(stream, written.value_);
    else
      Formatter{}(stream, written.value_);
    return stream;
  }

 private:
  const Value& value_;
};

/// A part of IDL::traits<T>, whose values are of the type `Value`.
template <class T, class Value>
struct WriteTraits {
  template <class Formatter = void>
  [[nodiscard]] static Written<T, Value, Formatter> write(const Value& value) noexcept {
    return Written<T, Value, Formatter>{value};
  }
  template <class Stream, class Formatter = IDL::formatter<T, Stream>>
  static Stream& write_on(Stream& stream, const Value& value, Formatter format = Formatter{}) {
    format(stream, value);
    return stream;
  }
};

}  // namespace orbweaver::corba
// NOLINTEND(readability-identifier-naming)
