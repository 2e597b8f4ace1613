// SPDX-License-Identifier: Apache-2.0
// A component that calls what the host has not.
#include <orbweaver/resource/program/library.hpp>

void is_nowhere();

extern "C" void orbweaver_make_component(const orbweaver::resource::ProgramContext& /*context*/,
                                         orbweaver::resource::ResourceParts& /*parts*/) {
  is_nowhere();
}
