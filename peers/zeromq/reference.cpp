// SPDX-License-Identifier: Apache-2.0
#include "reference.hpp"

#include <sstream>
#include <stdexcept>

namespace peer {

std::string address_in(const std::string& reference, const std::string& transport, bool is_call) {
  std::istringstream words(reference);
  std::string addresses[4];
  for (std::string& address : addresses)
    if (!(words >> address))
      throw std::invalid_argument("--next takes the reference of a zeromq-stage, not '" +
                                  reference + "'");
  return addresses[(transport == "tcp" ? 2 : 0) + (is_call ? 0 : 1)];
}

}  // namespace peer
