// SPDX-License-Identifier: Apache-2.0
// Makes a property of a member of a settings struct: defines it, and converts its values in both
// directions. Used by settings.hpp.
#pragma once
#include <orbweaver/component/definitions.hpp>
#include <orbweaver/resource/typed_property.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace orbweaver::component {

class Describer;

namespace detail {

/// Threads: one.
class SettingMember {
 public:
  virtual ~SettingMember() = default;
  /// The definitions of the property, with the present value as default: the last is the property
  /// itself; the struct of a sequence of structs comes before it. Throws as definitions_by().
  [[nodiscard]] virtual Definitions define(const std::string& id, const Details& details) const = 0;
  /// The present value; nothing: the member is an empty std::optional.
  [[nodiscard]] virtual std::optional<property::Value> value() const = 0;
  /// Sets the member. Returns false if the value has another type.
  [[nodiscard]] virtual bool take(const property::Value& value) = 0;
  [[nodiscard]] virtual const void* address() const noexcept = 0;
};

template <class T>
concept IsSimple = requires { resource::detail::Typed<T>::kType; };

template <class T>
struct ItemOf {
  using type = void;
};
template <class T>
struct ItemOf<std::vector<T>> {
  using type = T;
};
template <class T>
using Item = typename ItemOf<T>::type;

template <class T>
inline constexpr bool kIsOptional = false;
template <IsSimple T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

[[nodiscard]] property::Property define_simple(const std::string& id, property::Type type,
                                               bool is_complex,
                                               const std::optional<property::Value>& value,
                                               const Details& details);
[[nodiscard]] property::Property define_sequence(const std::string& id, property::Type type,
                                                 bool is_complex, const property::Value& value,
                                                 const Details& details);

/// A struct as its describe() sees it.
struct StructSetting {
  void* object;
  void (*describe)(void* object, Describer& property);
};
[[nodiscard]] property::Property define_struct(const std::string& id, const StructSetting& member,
                                               const Details& details);
[[nodiscard]] Definitions define_structs(const std::string& id, const StructSetting& example,
                                         const property::StructSequence& values,
                                         const Details& details);
[[nodiscard]] property::Struct value_of_struct(const StructSetting& member);
/// Sets the members of a struct. Members that the value does not have stay unchanged. Returns false
/// if one has another type.
[[nodiscard]] bool take_struct(const StructSetting& member, const property::Struct& value);

template <class S>
[[nodiscard]] StructSetting struct_member(S& object) {
  return {&object, [](void* it, Describer& property) { static_cast<S*>(it)->describe(property); }};
}

/// A struct with describe(), or a sequence of these.
template <class T>
class TypedMember final : public SettingMember {
 public:
  explicit TypedMember(T& member) : member_(member) {}

  [[nodiscard]] Definitions define(const std::string& id, const Details& details) const override {
    if constexpr (kIsOptional<T>) {
      using Typed = resource::detail::Typed<typename T::value_type>;
      return {define_simple(id, Typed::kType, Typed::kIsComplex, value(), details)};
    } else if constexpr (IsSimple<T>) {
      return {define_simple(id, resource::detail::Typed<T>::kType,
                            resource::detail::Typed<T>::kIsComplex, value(), details)};
    } else if constexpr (IsSimple<Item<T>>) {
      return {define_sequence(id, resource::detail::Typed<Item<T>>::kType,
                              resource::detail::Typed<Item<T>>::kIsComplex, *value(), details)};
    } else if constexpr (std::is_void_v<Item<T>>) {
      return {define_struct(id, struct_member(member_), details)};
    } else {
      Item<T> example{};
      return define_structs(id, struct_member(example),
                            std::get<property::StructSequence>(*value()), details);
    }
  }
  [[nodiscard]] std::optional<property::Value> value() const override {
    if constexpr (kIsOptional<T>) {
      if (!member_) return std::nullopt;
      return resource::detail::ValueForm<typename T::value_type>::to_value(*member_);
    } else if constexpr (IsSimple<T> || IsSimple<Item<T>>) {
      return resource::detail::ValueForm<T>::to_value(member_);
    } else if constexpr (std::is_void_v<Item<T>>) {
      return value_of_struct(struct_member(member_));
    } else {
      property::StructSequence struct_sequence;
      for (auto& entry : member_)
        struct_sequence.items.push_back(value_of_struct(struct_member(entry)));
      return property::Value{std::move(struct_sequence)};
    }
  }
  [[nodiscard]] bool take(const property::Value& value) override {
    if constexpr (kIsOptional<T>) {
      member_ = resource::detail::ValueForm<typename T::value_type>::from_value(value);
      return member_.has_value();
    } else if constexpr (IsSimple<T> || IsSimple<Item<T>>) {
      auto typed = resource::detail::ValueForm<T>::from_value(value);
      if (typed) member_ = *std::move(typed);
      return typed.has_value();
    } else if constexpr (std::is_void_v<Item<T>>) {
      const auto* given = std::get_if<property::Struct>(&value);
      return given != nullptr && take_struct(struct_member(member_), *given);
    } else {
      return take_sequence(std::get_if<property::StructSequence>(&value));
    }
  }
  [[nodiscard]] const void* address() const noexcept override { return &member_; }

 private:
  [[nodiscard]] bool take_sequence(const property::StructSequence* given) {
    if (given == nullptr) return false;
    T result;
    for (const auto& entry : given->items)
      if (!take_struct(struct_member(result.emplace_back()), entry)) return false;
    member_ = std::move(result);
    return true;
  }

  T& member_;
};

}  // namespace detail

}  // namespace orbweaver::component
