// SPDX-License-Identifier: Apache-2.0
// The text of an exception of CF, in one clause.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <string>

namespace orbweaver::program {

/// "LoadFail: /bin/rx: No such file or directory"; the name alone if the exception says no more.
[[nodiscard]] std::string text_of(const CORBA::UserException& exception);

/// Like text_of(), or of a system exception its name, detail, minor code and completion.
[[nodiscard]] std::string text_of(const CORBA::Exception& exception);

}  // namespace orbweaver::program
