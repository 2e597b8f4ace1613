// SPDX-License-Identifier: Apache-2.0
// A shared library with a component has one function, which a host process calls. The library is
// the second form of a component beside its program (program.hpp), made from the same source:
//
//   extern "C" void orbweaver_make_component(const orbweaver::resource::ProgramContext& context,
//                                            orbweaver::resource::ResourceParts& parts) {
//     parts.component = std::make_unique<Amplifier>();
//   }
//
// The library is built with the headers of the host's version and links no room: the host has them
// all, so that there is one ORB, and one copy of each variable, in the process. It stays loaded
// until the process ends.
#pragma once
#include <orbweaver/resource/program/program.hpp>

namespace orbweaver::resource {

/// The function of the library, as a host calls it.
using MakeComponent = void(const ProgramContext& context, ResourceParts& parts);
/// The name of that function.
inline constexpr const char* kMakeComponent = "orbweaver_make_component";

}  // namespace orbweaver::resource

/// Fills in what the component is made of; its identifier is the host's to fill in. Called once for
/// each component of the library, on one thread. If it throws, the component's execution fails; the
/// message is what().
extern "C" [[gnu::visibility("default")]] void orbweaver_make_component(
    const orbweaver::resource::ProgramContext& context, orbweaver::resource::ResourceParts& parts);
