// SPDX-License-Identifier: Apache-2.0
#include "values/field_types.hpp"
#include "values/references.hpp"

#include <orbweaver/generated/sca/CF/Types.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <optional>
#include <sstream>

namespace orbweaver::resource {

namespace {

using CORBA::TCKind;
using property::Complex, property::ObjectReference, property::Scalar, property::Sequence;
using property::Struct, property::StructSequence, property::Type, property::UtcTime;
using property::Value;
using ReadValue = Result<Value, Refusal>;

Refusal unsupported(const CORBA::Any& any) {
  std::ostringstream text;
  if (any.has_value())
    text << "no property has values of the CORBA type " << any.type();
  else
    text << "the value is empty";
  return {Refusal::Cause::unsupported, text.str()};
}

CORBA::typecode_reference without_alias(CORBA::typecode_reference type) {
  while (type->kind() == TCKind::tk_alias) type = type->content_type();
  return type;
}

std::optional<Type> simple_of(TCKind kind) {
  switch (kind) {
    case TCKind::tk_boolean:
      return Type::boolean;
    case TCKind::tk_char:
      return Type::char_;
    case TCKind::tk_double:
      return Type::double_;
    case TCKind::tk_float:
      return Type::float_;
    case TCKind::tk_short:
      return Type::short_;
    case TCKind::tk_long:
      return Type::long_;
    case TCKind::tk_longlong:
      return Type::longlong;
    case TCKind::tk_objref:
      return Type::objref;
    case TCKind::tk_octet:
      return Type::octet;
    case TCKind::tk_string:
      return Type::string;
    case TCKind::tk_ulong:
      return Type::ulong;
    case TCKind::tk_ulonglong:
      return Type::ulonglong;
    case TCKind::tk_ushort:
      return Type::ushort;
    default:
      return std::nullopt;
  }
}

template <class T>
struct IdlOf {
  using Type = T;
};
template <>
struct IdlOf<ObjectReference> {
  using Type = Reference;
};
template <>
struct IdlOf<UtcTime> {
  using Type = CF::UTCTime;
};

/// Reads one Any, and those within it.
class AnyReader {
 public:
  explicit AnyReader(CORBA::ORB* orb) : orb_(orb) {}

  ReadValue read(const CORBA::Any& any, int nesting) {
    const auto type = without_alias(any.type());
    if (type->kind() == TCKind::tk_sequence) return read_sequence(any, *type, nesting);
    if (type->kind() == TCKind::tk_struct) return read_number_pair(any);
    const auto simple = simple_of(type->kind());
    if (!simple) return unexpected(unsupported(any));
    return with_type_of(*simple,
                        [&]<class T>(std::type_identity<T>) { return read_simple<T>(any); });
  }

 private:
  template <class T>
  ReadValue read_simple(const CORBA::Any& any) {
    typename IdlOf<T>::Type idl{};
    if (!(any >>= idl)) return unexpected(unsupported(any));
    auto value = to_property(std::move(idl));
    if (!value) return unexpected(std::move(value.error()));
    return Value{Scalar{std::move(*value)}};
  }

  // A struct of IDL is a complex number or a time.
  ReadValue read_number_pair(const CORBA::Any& any) {
    CF::UTCTime time;
    if (any >>= time) return read_simple<UtcTime>(any);
    std::optional<Value> found;
    for_each_complex([&]<class T>(std::type_identity<T>) {
      typename FieldType<T>::Complex pair;
      if (!found && (any >>= pair)) found = Value{complex_of<T>(pair)};
    });
    if (!found) return unexpected(unsupported(any));
    return std::move(*found);
  }

  ReadValue read_sequence(const CORBA::Any& any, const CORBA::TypeCode& type, int nesting) {
    const auto item = without_alias(type.content_type());
    if (item->kind() == TCKind::tk_any) return read_structs(any, nesting);
    if (item->kind() == TCKind::tk_struct) return read_fields_or_pairs(any, nesting);
    const auto simple = simple_of(item->kind());
    if (!simple) return unexpected(unsupported(any));
    return with_type_of(*simple,
                        [&]<class T>(std::type_identity<T>) { return read_items<T>(any); });
  }

  template <class T>
  ReadValue read_items(const CORBA::Any& any) {
    std::vector<typename IdlOf<T>::Type> items;
    if (!(any >>= items)) return unexpected(unsupported(any));
    if (items.size() > kMostItems) return unexpected(too_long());
    Sequence sequence{static_cast<Type>(Scalar{T{}}.index()), false, {}};
    sequence.items.reserve(items.size());
    for (auto&& entry : items) {
      auto value = to_property(typename IdlOf<T>::Type(entry));
      if (!value) return unexpected(std::move(value.error()));
      sequence.items.emplace_back(Scalar{std::move(*value)});
    }
    return Value{std::move(sequence)};
  }

  ReadValue read_fields_or_pairs(const CORBA::Any& any, int nesting) {
    CF::Properties fields;
    if (any >>= fields) return read_struct(fields, nesting);
    std::vector<CF::UTCTime> times;
    if (any >>= times) return read_items<UtcTime>(any);
    std::optional<ReadValue> found;
    for_each_complex([&]<class T>(std::type_identity<T>) {
      std::vector<typename FieldType<T>::Complex> pairs;
      if (!found && (any >>= pairs)) found = complex_sequence<T>(pairs);
    });
    return found ? std::move(*found) : unexpected(unsupported(any));
  }

  template <class T>
  static ReadValue complex_sequence(const std::vector<typename FieldType<T>::Complex>& pairs) {
    if (pairs.size() > kMostItems) return unexpected(too_long());
    Sequence sequence{static_cast<Type>(Scalar{T{}}.index()), true, {}};
    for (const auto& pair : pairs) sequence.items.emplace_back(complex_of<T>(pair));
    return Value{std::move(sequence)};
  }

  ReadValue read_struct(const CF::Properties& fields, int nesting) {
    if (nesting == kMostNesting)
      return unexpected(Refusal{Refusal::Cause::too_deep, "structs are nested too deeply"});
    Struct structure;
    for (const auto& field : fields) {
      auto value = read(field.value(), nesting + 1);
      if (!value) {
        value.error().text = field.id() + ": " + value.error().text;
        return value;
      }
      structure.fields.push_back({field.id(), std::move(*value)});
    }
    return Value{std::move(structure)};
  }

  ReadValue read_structs(const CORBA::Any& any, int nesting) {
    CORBA::AnySeq items;
    if (!(any >>= items)) return unexpected(unsupported(any));
    StructSequence struct_sequence;
    for (const auto& item : items) {
      CF::Properties fields;
      if (!(item >>= fields)) return unexpected(unsupported(item));
      auto value = read_struct(fields, nesting);
      if (!value) return value;
      struct_sequence.items.push_back(std::move(std::get<Struct>(*value)));
    }
    return Value{std::move(struct_sequence)};
  }

  template <class T>
  Result<T, Refusal> to_property(T value) {
    return value;
  }
  Result<ObjectReference, Refusal> to_property(const Reference& reference) {
    return to_text_form(orb_, reference);
  }
  static Result<UtcTime, Refusal> to_property(const CF::UTCTime& time) { return to_utc(time); }

  template <class T>
  static Complex complex_of(const typename FieldType<T>::Complex& pair) {
    return {Scalar{T{pair.real()}}, Scalar{T{pair.imag()}}};
  }

  template <class Act>
  static void for_each_complex(Act act) {
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      const auto one = [&]<class T>(std::type_identity<T> type) {
        if constexpr (HasComplex<T>) act(type);
      };
      (one(std::type_identity<std::variant_alternative_t<kIndex, Scalar>>{}), ...);
    }(std::make_index_sequence<std::variant_size_v<Scalar>>{});
  }

  static Refusal too_long() {
    return {Refusal::Cause::too_long,
            "the sequence has more than " + std::to_string(kMostItems) + " items"};
  }

  CORBA::ORB* orb_;
};

}  // namespace

Result<property::Value, Refusal> AnyBridge::to_value(const CORBA::Any& any) const {
  const auto orb = orb_.lock();
  try {
    return AnyReader{orb.get()}.read(any, 0);
  } catch (const CORBA::SystemException& error) {
    return unexpected(
        Refusal{Refusal::Cause::unreadable, "its bytes are unreadable: " + error.detail()});
  }
}

}  // namespace orbweaver::resource
