// SPDX-License-Identifier: Apache-2.0
// What a stage's ready line gives as its reference: four addresses with spaces between them, of its
// REP and of its PULL socket, on this machine and over tcp.
#pragma once
#include <string>

namespace peer {

/// `transport`: auto (as unix), unix or tcp.
/// Fails: throws std::invalid_argument for a text that is no such reference.
std::string address_in(const std::string& reference, const std::string& transport, bool is_call);

}  // namespace peer
