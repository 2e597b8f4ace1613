// SPDX-License-Identifier: Apache-2.0
// CF::ErrorNumberType of an errno, and the exceptions that carry it. SCA 2.2.2, CF::FileException
// and CF::InvalidFileName.
#pragma once
#include <orbweaver/files/file_name.hpp>
#include <orbweaver/generated/sca/CF/Types.hpp>
#include <orbweaver/os/system_error.hpp>

#include <string>

namespace orbweaver::files {

/// Returns the number of an errno; CF_NOTSET if the SCA has none for it.
[[nodiscard]] CF::ErrorNumberType error_number_of(int code) noexcept;

/// Returns the errno of a number; 0 for CF_NOTSET.
[[nodiscard]] int errno_of(CF::ErrorNumberType number) noexcept;

/// "NAME: open: No such file or directory".
[[nodiscard]] CF::FileException file_exception(const std::string& name,
                                               const os::SystemError& error);
[[nodiscard]] CF::InvalidFileName invalid_file_name(const std::string& name, FileNameError error);

/// The following functions throw CF::InvalidFileName.
[[nodiscard]] FileName name_of(const std::string& text);
[[nodiscard]] FilePattern pattern_of(const std::string& text);

}  // namespace orbweaver::files
