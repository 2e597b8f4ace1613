// SPDX-License-Identifier: Apache-2.0
#include "values/field_types.hpp"
#include "values/references.hpp"

#include <orbweaver/generated/sca/CF/Types.hpp>
#include <orbweaver/resource/any_bridge.hpp>

namespace orbweaver::resource {

namespace {

using property::Complex, property::ObjectReference, property::Scalar, property::Sequence;
using property::Struct, property::StructSequence, property::UtcTime, property::Value;
using MadeAny = Result<CORBA::Any, Refusal>;

template <class T>
CORBA::Any any_of(T value, const CORBA::typecode_reference& alias) {
  CORBA::Any any;
  any <<= std::move(value);
  any.type(alias);
  return any;
}

template <class T>
Result<T, Refusal> in_idl(CORBA::ORB*, const T& value) {
  return value;
}
Result<Reference, Refusal> in_idl(CORBA::ORB* orb, const ObjectReference& value) {
  return to_reference(orb, value);
}
Result<CF::UTCTime, Refusal> in_idl(CORBA::ORB*, const UtcTime& value) { return to_idl(value); }

class AnyWriter {
 public:
  explicit AnyWriter(CORBA::ORB* orb) : orb_(orb) {}

  MadeAny operator()(const Value& value) {
    return std::visit([this](const auto& entry) { return write(entry); }, value);
  }

 private:
  MadeAny write(const Scalar& value) {
    return std::visit(
        [this](const auto& entry) -> MadeAny {
          auto idl = in_idl(orb_, entry);
          if (!idl) return unexpected(std::move(idl.error()));
          CORBA::Any any;
          any <<= std::move(*idl);
          return any;
        },
        value);
  }

  MadeAny write(const Complex& value) {
    return with_type_of(property::type_of(value.real),
                        [&]<class T>(std::type_identity<T>) -> MadeAny {
                          auto result = complex_in_idl<T>(value);
                          if (!result) return unexpected(std::move(result.error()));
                          if constexpr (HasComplex<T>) {
                            CORBA::Any any;
                            any <<= std::move(*result);
                            return any;
                          } else {
                            return unexpected(no_complex());
                          }
                        });
  }

  MadeAny write(const Sequence& value) {
    return with_type_of(value.type, [&]<class T>(std::type_identity<T>) {
      return value.complex ? complex_items<T>(value) : items<T>(value);
    });
  }

  MadeAny write(const Struct& value) {
    if (++nesting_ > kMostNesting)
      return unexpected(Refusal{Refusal::Cause::too_deep, "structs are nested too deeply"});
    CF::Properties fields;
    for (const auto& field : value.fields) {
      auto any = (*this)(field.value);
      if (!any) return any;
      fields.emplace_back(field.id, std::move(*any));
    }
    --nesting_;
    return any_of(std::move(fields), CF::_tc_Properties);
  }

  MadeAny write(const StructSequence& value) {
    CORBA::AnySeq items;
    for (const auto& entry : value.items) {
      auto any = write(entry);
      if (!any) return any;
      items.push_back(std::move(*any));
    }
    return any_of(std::move(items), CORBA::_tc_AnySeq);
  }

  template <class T>
  auto complex_in_idl(const Complex& value) {
    if constexpr (HasComplex<T>) {
      using Idl = typename FieldType<T>::Complex;
      const auto* real = std::get_if<T>(&value.real);
      const auto* imaginary = std::get_if<T>(&value.imaginary);
      if (real == nullptr || imaginary == nullptr) return Result<Idl, Refusal>(unexpected(mixed()));
      return Result<Idl, Refusal>(Idl(*real, *imaginary));
    } else {
      return Result<bool, Refusal>(unexpected(no_complex()));
    }
  }

  template <class T>
  MadeAny items(const Sequence& value) {
    using Idl = typename decltype(in_idl(std::declval<CORBA::ORB*>(),
                                         std::declval<const T&>()))::value_type;
    std::vector<Idl> idls;
    idls.reserve(value.items.size());
    for (const auto& item : value.items) {
      const auto* scalar = std::get_if<Scalar>(&item);
      const auto* plain = scalar ? std::get_if<T>(scalar) : nullptr;
      if (plain == nullptr) return unexpected(mixed());
      auto idl = in_idl(orb_, *plain);
      if (!idl) return unexpected(std::move(idl.error()));
      idls.push_back(std::move(*idl));
    }
    return any_of(std::move(idls), sequence_type<T, Idl>());
  }

  template <class T, class Idl>
  static CORBA::typecode_reference sequence_type() {
    if constexpr (HasComplex<T>)
      return FieldType<T>::sequence();
    else if constexpr (std::is_same_v<T, std::string>)
      return CORBA::_tc_StringSeq;
    else if constexpr (std::is_same_v<T, UtcTime>)
      return CF::_tc_UTCTimeSequence;
    else
      return CORBA::typecode_reference{
          typecode::TypeDescription{corba::TypeCodeOf<std::vector<Idl>>::node}};
  }

  template <class T>
  MadeAny complex_items(const Sequence& value) {
    if constexpr (HasComplex<T>) {
      std::vector<typename FieldType<T>::Complex> result;
      for (const auto& item : value.items) {
        const auto* complex = std::get_if<Complex>(&item);
        if (complex == nullptr) return unexpected(mixed());
        auto idl = complex_in_idl<T>(*complex);
        if (!idl) return unexpected(std::move(idl.error()));
        result.push_back(std::move(*idl));
      }
      return any_of(std::move(result), FieldType<T>::complex_sequence());
    } else {
      return unexpected(no_complex());
    }
  }

  static Refusal mixed() {
    return {Refusal::Cause::wrong_type, "the parts of the value are of several types"};
  }
  static Refusal no_complex() {
    return {Refusal::Cause::wrong_type, "the type has no complex form"};
  }

  CORBA::ORB* orb_;
  int nesting_ = 0;
};

}  // namespace

Result<CORBA::Any, Refusal> AnyBridge::to_any(const property::Value& value) const {
  const auto orb = orb_.lock();
  return AnyWriter{orb.get()}(value);
}

}  // namespace orbweaver::resource
