// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: values of IDL types as text, for logs and messages:
//
//   std::cerr << tuning;         // Radio::Tuning{where=low, frequency_hz=98500000, fine=[1, 2]}
//   auto text = orbweaver::corba::text_of(tuning);
//
// Enumerators are written by name, strings and characters inside other values in quotes, wide ones
// as UTF-8. Of an object or a value behind a reference only the type is written. fmt.hpp does the
// same for the library fmt. A program that writes no such text contains no code for it.
#pragma once
#include <orbweaver/typecode/node.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace CORBA {
class Exception;
enum class CompletionStatus : std::uint32_t;
}  // namespace CORBA

namespace orbweaver::corba {

// ---- for generated code ----

template <class T>
struct TypeCodeOf;

/// Builds a text piece by piece. Threads: one at a time.
class TextWriter {
 public:
  /// Adds the text without quotes.
  void raw(std::string_view text) { text_ += text; }
  /// Adds the text in quotes. Characters that cannot be printed are escaped as in C++.
  void quoted(std::string_view text);
  void quoted(std::wstring_view text);
  void put(bool value) { raw(value ? "true" : "false"); }
  void put(char value);
  void put(wchar_t value);
  void put(std::int64_t value);
  void put(std::uint64_t value);
  /// Adds the number with as many digits as are needed to read the same number back.
  void put(float value);
  void put(double value);
  void put(long double value);
  void put_address(const void* value);
  /// The name of an enumerator, or its number if the type has none.
  void put_enumerator(const typecode::TypeNode& type, std::uint32_t number);

  /// An opening bracket; close() ends what it begins.
  void open(char bracket);
  void close(char bracket);
  /// Begins the next item between brackets.
  void item();
  /// Begins the next member between brackets.
  void member(std::string_view name);
  /// "Radio::Tuning" for "IDL:Radio/Tuning:1.0". A prefix with a dot is left out.
  void type_name(std::string_view repository_id);

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void put_escaped(char32_t character, char quote);

  std::string text_;
  bool is_first_ = true;
};

/// How values of a type are written: `static void put(TextWriter&, const T&)`. Each header
/// specialises it for its types.
template <class T>
struct TextForm;

// ---- for users ----

/// Types that can be written as text: those of IDL, and containers of them.
template <class T>
concept HasTextForm = requires { sizeof(T); } && requires(TextWriter& writer, const T& value) {
  TextForm<T>::put(writer, value);
};

/// For generated code: as text_of(), into a text that is being built.
template <HasTextForm T>
void put_text(TextWriter& writer, const T& value) {
  TextForm<T>::put(writer, value);
}

/// The value as a text.
template <HasTextForm T>
[[nodiscard]] std::string text_of(const T& value) {
  TextWriter writer;
  put_text(writer, value);
  return writer.take();
}

/// The types of operator<< below: types of IDL that the standard library does not write.
template <class T>
concept Streamable =
    !std::is_arithmetic_v<T> && !std::is_base_of_v<std::string, T> && HasTextForm<T>;

/// The characters as UTF-8; a code unit that is no character becomes U+FFFD.
[[nodiscard]] std::string utf8_of(std::wstring_view text);

/// Wide characters as UTF-8, which the standard library refuses.
std::ostream& operator<<(std::ostream& stream, wchar_t value);
std::ostream& operator<<(std::ostream& stream, const wchar_t* value);

/// Writes the text of a value to a stream. The compiler finds it in the namespace of each generated
/// type, in the namespaces of the mapping, and in the global one. Elsewhere write
/// `using orbweaver::corba::operator<<;`
template <class Traits, Streamable T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream,
                                             const T& value) {
  if constexpr (std::is_base_of_v<std::wstring, T>) {
    return stream << utf8_of(value);
  } else {
    return stream << text_of(value);
  }
}

// ---- for generated code ----

/// A system exception as what() has it; a user exception with its members.
void put_exception(TextWriter& writer, const CORBA::Exception& exception);
/// As IDL spells it: "sequence<long>", "Radio::Tuning".
void put_type(TextWriter& writer, const typecode::TypeNode& type);

/// The members of a struct or an exception, without brackets.
template <class T>
void put_members(TextWriter& writer, const T& value) {
  value._visit([&writer, name = TypeCodeOf<T>::node.first_member](const auto&... members) mutable {
    ((writer.member((name++)->name), put_text(writer, members)), ...);
  });
}

template <class T>
  requires std::is_arithmetic_v<T>
struct TextForm<T> {
  static void put(TextWriter& writer, T value) {
    if constexpr (std::same_as<T, bool> || std::same_as<T, char> || std::same_as<T, wchar_t> ||
                  std::is_floating_point_v<T>)
      writer.put(value);
    else if constexpr (std::is_signed_v<T>)
      writer.put(static_cast<std::int64_t>(value));
    else
      writer.put(static_cast<std::uint64_t>(value));
  }
};

template <class T>
  requires std::is_base_of_v<std::string, T>
struct TextForm<T> {
  static void put(TextWriter& writer, const std::string& value) { writer.quoted(value); }
};

template <class T>
  requires std::is_base_of_v<std::wstring, T>
struct TextForm<T> {
  static void put(TextWriter& writer, const std::wstring& value) { writer.quoted(value); }
};

template <class T>
  requires(std::is_enum_v<T> && requires { TypeCodeOf<T>::node; })
struct TextForm<T> {
  static void put(TextWriter& writer, T value) {
    writer.put_enumerator(TypeCodeOf<T>::node, static_cast<std::uint32_t>(value));
  }
};

/// "COMPLETED_NO"
template <>
struct TextForm<CORBA::CompletionStatus> {
  static void put(TextWriter& writer, CORBA::CompletionStatus value);
};

template <class T>
  requires std::is_base_of_v<CORBA::Exception, T>
struct TextForm<T> {
  static void put(TextWriter& writer, const CORBA::Exception& value) {
    put_exception(writer, value);
  }
};

struct AnyVisitor {
  template <class... Members>
  void operator()(const Members&...) const {}
};

/// Generated structs.
template <class T>
concept HasMembers = !std::is_base_of_v<CORBA::Exception, T> &&
                     requires(const T& value) { value._visit(AnyVisitor{}); };
template <HasMembers T>
struct TextForm<T> {
  static void put(TextWriter& writer, const T& value) {
    writer.type_name(TypeCodeOf<T>::node.id);
    writer.open('{');
    put_members(writer, value);
    writer.close('}');
  }
};

/// Generated unions: the member that is there, or none.
template <class T>
concept HasBranches = requires(const T& value) {
  value._branch_name();
  value._visit_branch(AnyVisitor{});
};
template <HasBranches T>
struct TextForm<T> {
  static void put(TextWriter& writer, const T& value) {
    writer.type_name(TypeCodeOf<T>::node.id);
    writer.open('{');
    value._visit_branch([&](const auto& member) {
      writer.member(value._branch_name());
      put_text(writer, member);
    });
    writer.close('}');
  }
};

template <class Element, class Elements>
void put_elements(TextWriter& writer, const Elements& elements) {
  writer.open('[');
  for (const auto& element : elements) {
    writer.item();
    put_text<Element>(writer, element);
  }
  writer.close(']');
}

template <HasTextForm Element>
struct TextForm<std::vector<Element>> {
  static void put(TextWriter& writer, const std::vector<Element>& elements) {
    put_elements<Element>(writer, elements);
  }
};
template <HasTextForm Element, std::size_t kCount>
struct TextForm<std::array<Element, kCount>> {
  static void put(TextWriter& writer, const std::array<Element, kCount>& elements) {
    put_elements<Element>(writer, elements);
  }
};

}  // namespace orbweaver::corba

// For values whose types are the standard library's, and for types outside of all modules.
using orbweaver::corba::operator<<;  // NOLINT(google-global-names-in-headers)

namespace CORBA {
using orbweaver::corba::operator<<;
}
namespace IDL {
using orbweaver::corba::operator<<;
}
