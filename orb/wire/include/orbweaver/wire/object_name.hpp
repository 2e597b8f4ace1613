// How a log line or an exception names an object, an interface and an operation. Pure functions:
// what they are given may come from another process, so the texts hold printable characters only
// and are bounded.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <string>
#include <string_view>

namespace orbweaver::wire {

/// Of an object key, as a client has it: "#3 of adapter #0", "'rx' of adapter #0" if transient,
/// "'radio/tuner'" if persistent, "'NameService'" for other keys, escaped as in a corbaloc.
[[nodiscard]] std::string name_of_key(Bytes key);

/// Of an object in the adapter `path`, as its server knows it: "RootPOA/#3", "RootPOA/radio/tuner".
[[nodiscard]] std::string name_in_adapter(std::string_view path, Bytes key);

/// "Lab::Echo" for "IDL:Lab/Echo:1.0"; empty for an empty id.
[[nodiscard]] std::string name_of_interface(std::string_view repository_id);

}  // namespace orbweaver::wire
