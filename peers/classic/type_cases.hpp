// SPDX-License-Identifier: Apache-2.0
// A case sends values of one type of Lab::Types to its echo, in each direction that a parameter can
// have, and compares what comes back.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "failed.hpp"
#include "types.hh"

namespace peer {

struct TypeCase {
  const char* name;
  std::function<void(Lab::Types::Echo_ptr)> run;  // throws Failed
};

std::vector<TypeCase> text_cases();
std::vector<TypeCase> collection_cases();
std::vector<TypeCase> union_cases();
std::vector<TypeCase> interface_cases();

/// A union with a sequence in it, which other types hold.
Lab::Types::ByLong by_long_words();
Lab::Types::ByColour by_colour_dark();
/// Empty, plain, beyond one octet, the last characters, and large.
std::vector<std::wstring> wide_texts();
std::vector<CORBA::WChar> wide_characters();

}  // namespace peer
