// SPDX-License-Identifier: Apache-2.0
// An execute parameter by which a domain informs a component of the connections that lead to its
// provides ports: the component itself learns of a connection with its first packet. No CORBA.
//
//   INPUT_CONNECTIONS "audio_in=2 control_in=1"
#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace orbweaver::resource {

/// The id of the execute parameter.
inline constexpr const char* kInputConnections = "INPUT_CONNECTIONS";

/// How many connections each provides port has, by its name.
using InputConnections = std::map<std::string, std::size_t, std::less<>>;

/// Reads the value of the parameter. Words that are no such pair are ignored.
[[nodiscard]] InputConnections input_connections_of(std::string_view text);

}  // namespace orbweaver::resource
