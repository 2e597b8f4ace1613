// SPDX-License-Identifier: Apache-2.0
// The CORBA exceptions for values that cannot be written or read.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/corba/exception.hpp>

#include <string_view>

namespace orbweaver::corba {

/// Throws BAD_PARAM, MARSHAL or DATA_CONVERSION, for a value that cannot be written.
[[noreturn]] void throw_unwritable(cdr::EncodeError error, CORBA::CompletionStatus completed);
[[noreturn]] void throw_marshal(CORBA::CompletionStatus completed, std::string_view what);
/// Throws the reason why `failed` could not read `what`: IMP_LIMIT if a limit was exceeded, else
/// MARSHAL, with OMG minor 1 if a value factory is missing. If there was more than `what`, the text
/// says that the two sides may have been built from different IDL.
[[noreturn]] void throw_unreadable(const cdr::Decoder& failed, CORBA::CompletionStatus completed,
                                   std::string_view what);

}  // namespace orbweaver::corba
