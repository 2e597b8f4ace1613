// SPDX-License-Identifier: Apache-2.0
// The one place where failures of the engine become CORBA exceptions, and back.
#pragma once
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/wire/failure.hpp>

#include <string>
#include <string_view>

namespace orbweaver::corba {

/// Throws the standard exception `repository_id`, or UNKNOWN if it is none.
[[noreturn]] void throw_system_exception(std::string_view repository_id, std::uint32_t minor,
                                         giop::Completion completed, const std::string& detail);

/// " (the last one is NAME)", or nothing if `name` is null: which argument or result came last.
[[nodiscard]] std::string last_one(const char* name);

[[nodiscard]] inline giop::Completion to_giop(CORBA::CompletionStatus completed) noexcept {
  return static_cast<giop::Completion>(completed);
}

}  // namespace orbweaver::corba
