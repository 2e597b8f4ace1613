// SPDX-License-Identifier: Apache-2.0
// This process among others. Its id: process_id() of life_line.hpp.
#pragma once
#include <optional>
#include <string>

namespace orbweaver::os {

/// The process that started this one, or adopted it.
[[nodiscard]] int parent_process_id() noexcept;

/// From now on this process gets the signal when the thread that started it ends.
void ask_for_signal_at_parents_end(int signal) noexcept;

/// Ends this process now: nothing is destroyed, no other thread runs on.
[[noreturn]] void exit_at_once(int status) noexcept;

/// The path of a program in the folder of the running one; nothing if it is not there.
[[nodiscard]] std::optional<std::string> program_beside_this(const std::string& name);

}  // namespace orbweaver::os
