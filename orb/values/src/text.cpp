// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/text.hpp>

#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/native.hpp>
#include <orbweaver/corba/policy_exceptions.hpp>
#include <orbweaver/corba/type_code.hpp>

namespace orbweaver::corba {

namespace {

const char* basic_name(typecode::TypeKind kind) noexcept {
  using typecode::TypeKind;
  switch (kind) {
    case TypeKind::void_:
      return "void";
    case TypeKind::short_:
      return "short";
    case TypeKind::long_:
      return "long";
    case TypeKind::ushort:
      return "unsigned short";
    case TypeKind::ulong:
      return "unsigned long";
    case TypeKind::float_:
      return "float";
    case TypeKind::double_:
      return "double";
    case TypeKind::boolean:
      return "boolean";
    case TypeKind::char_:
      return "char";
    case TypeKind::octet:
      return "octet";
    case TypeKind::any:
      return "any";
    case TypeKind::type_code:
      return "TypeCode";
    case TypeKind::principal:
      return "Principal";
    case TypeKind::string:
      return "string";
    case TypeKind::longlong:
      return "long long";
    case TypeKind::ulonglong:
      return "unsigned long long";
    case TypeKind::longdouble:
      return "long double";
    case TypeKind::wchar:
      return "wchar";
    case TypeKind::wstring:
      return "wstring";
    case TypeKind::fixed:
      return "fixed";
    default:
      return "null";
  }
}

void put_bound(TextWriter& writer, std::string_view before, std::uint32_t bound) {
  writer.raw(before);
  writer.put(std::uint64_t{bound});
}

template <class Exception, class Value>
void put_own(TextWriter& writer, const CORBA::UserException& exception, const char* name,
             Value (Exception::*value)() const) {
  const auto* const known = dynamic_cast<const Exception*>(&exception);
  if (known == nullptr) return;
  writer.member(name);
  put_text<std::remove_cvref_t<Value>>(writer, (known->*value)());
}

// Writes the members of the ORB's own exceptions. Their virtual functions do not: this code would
// then be part of every program.
void put_user_exception(TextWriter& writer, const CORBA::UserException& exception) {
  writer.type_name(exception._rep_id());
  writer.open('{');
  exception._write_members(writer);
  put_own(writer, exception, "reason", &CORBA::PolicyError::reason);
  put_own(writer, exception, "indices", &CORBA::InvalidPolicies::indices);
  put_own(writer, exception, "index", &PortableServer::InvalidPolicy::index);
  writer.close('}');
}

}  // namespace

void put_exception(TextWriter& writer, const CORBA::Exception& exception) {
  const auto* const user = dynamic_cast<const CORBA::UserException*>(&exception);
  const bool has_words = std::string_view{exception.what()} != exception._rep_id();
  if (user != nullptr && !has_words)
    put_user_exception(writer, *user);
  else
    writer.raw(exception.what());
}

void put_type(TextWriter& writer, const typecode::TypeNode& type) {
  using typecode::TypeKind;
  switch (type.kind) {
    case TypeKind::sequence:
      writer.raw("sequence<");
      put_type(writer, *type.content);
      if (type.length != 0) put_bound(writer, ", ", type.length);
      return writer.raw(">");
    case TypeKind::array:
      put_type(writer, *type.content);
      put_bound(writer, "[", type.length);
      return writer.raw("]");
    default:
      return typecode::has_id(type.kind) ? writer.type_name(type.id)
                                         : writer.raw(basic_name(type.kind));
  }
}

void TextForm<CORBA::CompletionStatus>::put(TextWriter& writer, CORBA::CompletionStatus value) {
  constexpr std::string_view kNames[] = {"COMPLETED_YES", "COMPLETED_NO", "COMPLETED_MAYBE"};
  const auto number = static_cast<std::uint32_t>(value);
  if (number < std::size(kNames))
    writer.raw(kNames[number]);
  else
    writer.put(std::uint64_t{number});
}

void TextForm<CORBA::TCKind>::put(TextWriter& writer, CORBA::TCKind kind) {
  constexpr std::string_view kNames[] = {"null",           "void",       "short",
                                         "long",           "ushort",     "ulong",
                                         "float",          "double",     "boolean",
                                         "char",           "octet",      "any",
                                         "TypeCode",       "Principal",  "objref",
                                         "struct",         "union",      "enum",
                                         "string",         "sequence",   "array",
                                         "alias",          "except",     "longlong",
                                         "ulonglong",      "longdouble", "wchar",
                                         "wstring",        "fixed",      "value",
                                         "value_box",      "native",     "abstract_interface",
                                         "local_interface"};
  const auto number = static_cast<std::uint32_t>(kind);
  if (number >= std::size(kNames)) return writer.put(std::uint64_t{number});
  writer.raw("tk_");
  writer.raw(kNames[number]);
}

void TextForm<IDL::native>::put(TextWriter& writer, const IDL::native& value) {
  writer.put_address(value.address());
}

void TextForm<CORBA::typecode_reference>::put(TextWriter& writer,
                                              const CORBA::typecode_reference& type) {
  if (type)
    put_type(writer, type->_type().node());
  else
    writer.raw("nil");
}

void TextForm<CORBA::Any>::put(TextWriter& writer, const CORBA::Any& any) {
  writer.raw("any<");
  put_type(writer, any.type()->_type().node());
  writer.raw(">");
}

}  // namespace orbweaver::corba
