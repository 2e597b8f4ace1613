// SPDX-License-Identifier: Apache-2.0
// Damages the object key inside a stringified reference, to call objects that do not exist.
#pragma once
#include <string>

namespace peer {

enum class KeyDamage { last_octet, every_octet };

/// Changes octets of the key in the first IIOP profile of an "IOR:..." text.
/// Fails: throws std::runtime_error if the text is no such reference.
std::string with_damaged_key(const std::string& ior, KeyDamage damage);

}  // namespace peer
