// SPDX-License-Identifier: Apache-2.0
// Correct messages to a Lab::Echo, of every kind that a client may send: what mutants are made of.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <string>
#include <vector>

namespace orbweaver::hostile {

/// Bytes as they go over a connection: one message, or several that belong together.
using Stream = std::vector<std::byte>;

/// `reference`: of the Lab::Echo. None of them ends the server.
[[nodiscard]] std::vector<Stream> make_seeds(const std::string& reference);

/// "Is the object there?", whose reply carries `request_id`.
[[nodiscard]] Stream make_question(const std::string& reference, std::uint32_t request_id);

}  // namespace orbweaver::hostile
