// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/configure.hpp>

namespace orbweaver::program {

void configure(CF::PropertySet& object, const CF::Properties& values) {
  try {
    object.configure(values);
  } catch (const CF::PropertySet::PartialConfiguration& partial) {
    const auto refused = partial.invalidProperties();
    if (refused.empty()) throw;
    object.configure(refused);
  }
}

}  // namespace orbweaver::program
