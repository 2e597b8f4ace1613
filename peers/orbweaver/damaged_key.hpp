// SPDX-License-Identifier: Apache-2.0
// References to objects that do not exist: those of one that does, with a damaged object key.
#pragma once
#include "cases.hpp"

namespace orbweaver::lab {

enum class KeyDamage { last_octet, every_octet };

[[nodiscard]] EchoReference with_damaged_key(const Target& on, KeyDamage damage);

}  // namespace orbweaver::lab
