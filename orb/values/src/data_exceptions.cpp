// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/data_exceptions.hpp>

#include <orbweaver/base/minor.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/corba/union.hpp>

#include <string>

namespace orbweaver::corba {

// The minor codes of the OMG: CORBA 3.3 Part 1, A.5.
void throw_unwritable(cdr::EncodeError error, CORBA::CompletionStatus completed) {
  using CORBA::CompletionStatus;
  const std::string detail{cdr::describe(error)};
  switch (error) {
    case cdr::EncodeError::wide_refused:
      throw CORBA::MARSHAL(omg_minor(completed == CompletionStatus::COMPLETED_NO ? 5 : 6),
                           completed, detail);
    case cdr::EncodeError::local_only:
      throw CORBA::MARSHAL(omg_minor(4), completed, detail);
    case cdr::EncodeError::too_deep:
    case cdr::EncodeError::unknown_value:
      throw CORBA::MARSHAL(static_cast<std::uint32_t>(Minor::unwritable_value), completed, detail);
    case cdr::EncodeError::bad_character:
      throw CORBA::DATA_CONVERSION(omg_minor(1), completed, detail);
    case cdr::EncodeError::too_long:
    case cdr::EncodeError::bad_text:
      break;
  }
  throw CORBA::BAD_PARAM(static_cast<std::uint32_t>(Minor::unwritable_value), completed, detail);
}

void check_label(bool is_right) {
  if (!is_right) [[unlikely]]
    throw CORBA::BAD_PARAM(static_cast<std::uint32_t>(Minor::wrong_member),
                           CORBA::CompletionStatus::COMPLETED_NO,
                           "the union's discriminator does not select this member");
}

void throw_marshal(CORBA::CompletionStatus completed, std::string_view what) {
  throw CORBA::MARSHAL(static_cast<std::uint32_t>(Minor::bad_arguments), completed,
                       std::string{what} + " do not fit their type");
}

void throw_unreadable(const cdr::Decoder& failed, CORBA::CompletionStatus completed,
                      std::string_view what) {
  const auto beyond = [&](Minor minor, const std::string& why, std::size_t limit,
                          const std::string& unless = {}) {
    throw CORBA::IMP_LIMIT(static_cast<std::uint32_t>(minor), completed,
                           std::string{what} + why + std::to_string(limit) + unless);
  };
  if (failed.error() == cdr::DecodeError::too_long)
    beyond(Minor::value_too_long, " hold a sequence or string longer than -ORBmaxLength ",
           failed.limits().length);
  if (failed.error() == cdr::DecodeError::too_deep)
    beyond(Minor::value_too_deep, " are nested deeper than -ORBmaxDepth ", failed.limits().depth,
           " (value types: " + std::to_string(cdr::ValueReader::kUsualDepth) + " if that is more)");
  if (failed.error() == cdr::DecodeError::too_much)
    beyond(Minor::value_too_much,
           " take more bytes of memory, once they are read, than -ORBmaxDecodedBytes ",
           failed.limits().memory);
  if (failed.error() == cdr::DecodeError::no_factory)
    throw CORBA::MARSHAL(omg_minor(1), completed,
                         std::string{what} + ": " + std::string{cdr::describe(*failed.error())});
  if (failed.error() == cdr::DecodeError::surplus)
    throw CORBA::MARSHAL(static_cast<std::uint32_t>(Minor::bad_arguments), completed,
                         std::string{what} +
                             " are followed by more octets: client and server may have been built "
                             "from different versions of the IDL");
  throw_marshal(completed, what);
}

}  // namespace orbweaver::corba
