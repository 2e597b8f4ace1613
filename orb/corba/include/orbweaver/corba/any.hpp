// CORBA::Any: a value and its type. CORBA 3.3 Part 1, 8.2; inserted with <<= and extracted with >>=
// as the IDL-to-C++11 mapping has it:
//
//   any <<= point;                       // any type that IDL can name: a copy, or moved in
//   Point point;  if (any >>= point) …   // false, and nothing changed, if it holds another type
//
// What was inserted stays as it is until it travels. What arrived keeps its bytes, checked against
// its type, and is decoded when it is asked for. Copies share it.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/extensions/text.hpp>
#include <orbweaver/corba/type_code.hpp>
#include <orbweaver/corba/types/any_contents.hpp>
#include <orbweaver/corba/types/type_code_of.hpp>

#include <memory>
#include <string_view>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

/// Threads: as std::shared_ptr. What copies share never changes.
class Any {
 public:
  /// Holds nothing: tk_null.
  Any() noexcept = default;
  /// For generated code and for this room.
  Any(orbweaver::typecode::TypeCode type,
      std::shared_ptr<const orbweaver::corba::AnyContents> contents) noexcept
      : type_(std::move(type)), contents_(std::move(contents)) {}

  [[nodiscard]] typecode_reference type() const { return typecode_reference{type_}; }
  /// Calls the type by another, equivalent one, e.g. by its alias. Throws BAD_TYPECODE for any
  /// other.
  void type(const typecode_reference& equivalent_type);
  [[nodiscard]] bool has_value() const noexcept { return contents_ != nullptr; }

  /// Null if it holds nothing.
  [[nodiscard]] const orbweaver::corba::AnyContents* _contents() const noexcept {
    return contents_.get();
  }
  friend void swap(Any& left, Any& right) noexcept {
    std::swap(left.type_, right.type_);
    std::swap(left.contents_, right.contents_);
  }

 private:
  orbweaver::typecode::TypeCode type_;
  std::shared_ptr<const orbweaver::corba::AnyContents> contents_;
};

inline constexpr orbweaver::corba::TypeCodeConstant _tc_Any = _tc_any;

template <class T>
  requires orbweaver::corba::HasTypeCode<std::remove_cvref_t<T>>
void operator<<=(Any& any, T&& value) {
  using Value = std::remove_cvref_t<T>;
  using orbweaver::corba::HeldValue;
  any = Any{orbweaver::typecode::TypeCode{orbweaver::corba::TypeCodeOf<Value>::node},
            std::make_shared<const HeldValue<Value>>(std::forward<T>(value))};
}
inline void operator<<=(Any& any, const char* text) { any <<= std::string{text}; }
inline void operator<<=(Any& any, std::string_view text) { any <<= std::string{text}; }

/// Throws MARSHAL if the value needs an ORB that is gone, or is no value of its type after all.
template <orbweaver::corba::HasTypeCode T>
[[nodiscard]] bool operator>>=(const Any& any, T& value) {
  const auto type = any.type();
  if (!orbweaver::typecode::equivalent(type->_type().node(), orbweaver::corba::TypeCodeOf<T>::node))
    return false;
  any._contents()->get(value);
  return true;
}
/// Any object reference, as its base.
[[nodiscard]] bool operator>>=(const Any& any, object_reference<Object>& object);

}  // namespace CORBA

/// What it holds, by its type: "any<long>".
template <>
struct orbweaver::corba::TextForm<CORBA::Any> {
  static void put(TextWriter& writer, const CORBA::Any& any);
};

template <>
struct orbweaver::cdr::Codec<CORBA::Any> {
  static constexpr std::size_t kLeastSize = 4;
  static void encode(Encoder& encoder, const CORBA::Any& any);
  static void decode(Decoder& decoder, CORBA::Any& any);
};
// NOLINTEND(readability-identifier-naming)
