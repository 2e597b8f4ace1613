// SPDX-License-Identifier: Apache-2.0
// One call carries a value through each direction that a parameter can have: out as the first and
// the second argument, back as the result, the second and the third.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "type_cases.hpp"
#include "type_images.hpp"

namespace peer {

/// The result and the inout argument must be what was sent, the out argument what was sent before.
inline void require_turned(const std::string& sent, const std::string& before,
                           const std::string& result, const std::string& second,
                           const std::string& third, std::size_t number) {
  const auto which = "value " + std::to_string(number);
  require(result == sent, which + " came back changed as the result");
  require(second == sent, which + " came back changed as an inout argument");
  require(third == before, which + " changed on its way to an out argument");
}

/// Each value goes out beside the one before it.
template <class Value, class Var, class Call>
void come_back(const std::vector<Value>& values, Call call) {
  Value before = values.back();
  for (std::size_t i = 0; i < values.size(); ++i) {
    Value second = before;
    Var third;
    const Var result = call(values[i], second, third);
    require_turned(image(values[i]), image(before), image<Value>(result.in()), image(second),
                   image<Value>(third.in()), i);
    before = values[i];
  }
}

/// A case of a struct, union or sequence.
#define PEER_TURNED(NAME, TYPE, OPERATION, VALUES)                                      \
  TypeCase {                                                                            \
    NAME, [](Lab::Types::Echo_ptr echo) {                                               \
      come_back<TYPE, TYPE##_var>(VALUES, [&](auto& first, auto& second, auto& third) { \
        return TYPE##_var(echo->OPERATION(first, second, third.out()));                 \
      });                                                                               \
    }                                                                                   \
  }

}  // namespace peer
