// SPDX-License-Identifier: Apache-2.0
// The names of objects, interfaces and operations in log lines and exceptions. Pure functions.
// Their arguments may come from another process, so the results have printable characters only, and
// a bounded length.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <string>
#include <string_view>

namespace orbweaver::wire {

/// The name for an object key that a client has: "#3 of adapter #0" or "'rx' of adapter #0" if it
/// is transient, "'radio/tuner'" if persistent, "'NameService'" for other keys; escaped as in a
/// corbaloc.
[[nodiscard]] std::string name_of_key(Bytes key);

/// The name for an object of the adapter `path`, in its server: "RootPOA/#3",
/// "RootPOA/radio/tuner".
[[nodiscard]] std::string name_in_adapter(std::string_view path, Bytes key);

/// "Lab::Echo" for "IDL:Lab/Echo:1.0"; empty for an empty id.
[[nodiscard]] std::string name_of_interface(std::string_view repository_id);

}  // namespace orbweaver::wire
