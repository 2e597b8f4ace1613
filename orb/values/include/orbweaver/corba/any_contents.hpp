// SPDX-License-Identifier: Apache-2.0
// For the ORB: the contents of an Any, which are a value of a C++ type or received bytes.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/cdr/value_writer.hpp>
#include <orbweaver/corba/checked_reference.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/typecode/type_description.hpp>

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

namespace orbweaver::cdr {
class DecodeContext;
}

namespace orbweaver::corba {

/// Immutable, shared by the copies of an Any.
class AnyContents {
 public:
  AnyContents() = default;
  AnyContents(const AnyContents&) = delete;
  AnyContents& operator=(const AnyContents&) = delete;
  virtual ~AnyContents() = default;

  virtual void encode(cdr::Encoder& encoder) const = 0;
  /// The value, if its C++ type has this tag; else null.
  [[nodiscard]] virtual const void* find(const void* tag) const noexcept = 0;
  /// The value, if it is an object reference that was never sent; else nil.
  [[nodiscard]] virtual CORBA::object_reference<CORBA::Object> object() const { return nullptr; }

  /// Requires: the Any's type is equivalent to that of T. Throws MARSHAL.
  template <class T>
  void get(T& value) const;

 protected:
  /// The value as bytes, which live as long as `copy` and this.
  [[nodiscard]] virtual cdr::Decoder decoder(cdr::Encoder& copy) const;
  /// The context of the message from which the bytes came. Null: it had none, or that has ended.
  [[nodiscard]] virtual std::shared_ptr<cdr::DecodeContext> context() const { return nullptr; }

 private:
  [[nodiscard]] static cdr::Decoder with_context(cdr::Decoder decoder,
                                                 cdr::DecodeContext* context) noexcept;
  [[noreturn]] static void throw_unfit(const cdr::Decoder& decoder);
};

namespace detail {

template <class T>
inline constexpr char kTag = 0;
template <class T>
[[nodiscard]] const void* tag_of() noexcept {
  return &kTag<T>;
}

/// A user exception travels in an Any with its repository id, which some ORBs leave out (omniORB
/// before 4.3); everywhere else the id is not part of it.
template <class T>
void encode_in_any(cdr::Encoder& encoder, const T& value) {
  // Values inside of an Any are not shared with values outside of it: the Any may be sent on alone.
  const cdr::ValueWriter shared{encoder};
  if constexpr (std::derived_from<T, CORBA::UserException>) encoder.put_string(T::_id);
  cdr::encode(encoder, value);
}
template <class T>
void decode_in_any(cdr::Decoder& decoder, T& value) {
  if constexpr (std::derived_from<T, CORBA::UserException>) {
    cdr::Decoder ahead = decoder;
    if (ahead.get_string_view() == T::_id && ahead.ok()) decoder = ahead;
  }
  const cdr::ValueReader shared{decoder};
  cdr::decode(decoder, value);
}

}  // namespace detail

template <class T>
class HeldValue final : public AnyContents {
 public:
  explicit HeldValue(T value) : value_(std::move(value)) {}

  void encode(cdr::Encoder& encoder) const override { detail::encode_in_any(encoder, value_); }
  [[nodiscard]] const void* find(const void* tag) const noexcept override {
    return tag == detail::tag_of<T>() ? &value_ : nullptr;
  }
  [[nodiscard]] CORBA::object_reference<CORBA::Object> object() const override {
    if constexpr (std::convertible_to<T, CORBA::object_reference<CORBA::Object>>)
      return value_;
    else
      return nullptr;
  }

 private:
  T value_;
};

/// Received bytes, which were checked to be a value of their type. They are kept as they came,
/// except for chunked values, which are written again.
class HeldBytes final : public AnyContents {
 public:
  /// Steps over the value in `from` and keeps a copy of it.
  HeldBytes(cdr::Decoder& from, typecode::TypeDescription type);

  void encode(cdr::Encoder& encoder) const override;
  [[nodiscard]] const void* find(const void* /*tag*/) const noexcept override { return nullptr; }

 protected:
  [[nodiscard]] cdr::Decoder decoder(cdr::Encoder& copy) const override;
  [[nodiscard]] std::shared_ptr<cdr::DecodeContext> context() const override {
    return context_.lock();
  }

 private:
  void keep(cdr::Decoder& from);
  void keep_anew(cdr::Decoder& from);
  [[nodiscard]] cdr::Decoder begin() const noexcept;

  typecode::TypeDescription type_;
  std::vector<std::byte> bytes_;
  std::size_t phase_;  // of the first byte, for alignment
  cdr::ByteOrder order_;
  cdr::CodeSets code_sets_;
  cdr::DecodeLimits limits_;
  std::weak_ptr<cdr::DecodeContext> context_;  // of the message
};

template <class T>
void AnyContents::get(T& value) const {
  if (const void* const held = find(detail::tag_of<T>())) {
    value = *static_cast<const T*>(held);
    return;
  }
  cdr::Encoder copy;
  const auto kept = context();
  cdr::Decoder bytes = with_context(decoder(copy), kept.get());
  T decoded{};
  detail::decode_in_any(bytes, decoded);
  if (!bytes.ok()) throw_unfit(bytes);
  value = std::move(decoded);
}

}  // namespace orbweaver::corba
