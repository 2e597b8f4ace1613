// A component's program, and its shared library for a host process. One line at the end of the class's
// source makes both, depending on how it is linked (orbweaver_component() in CMake):
//
//   ORBWEAVER_COMPONENT(Magnitude)
#pragma once
#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <memory>
#include <stdexcept>
#include <utility>

namespace orbweaver::component {

/// Makes a component: its class, its properties with the values of the command line, its ports.
/// Throws std::invalid_argument for a value that does not fit, and what activating objects throws.
template <class Class>
[[nodiscard]] resource::ResourceParts make_parts(const resource::ProgramContext& context) {
  auto component = std::make_unique<Class>();
  if (auto set = resource::apply_parameters(context.arguments, *component->properties()); !set)
    throw std::invalid_argument(set.error());
  auto ports = component->open(context);
  return {.identifier = context.arguments.identifier,
          .component = std::move(component),
          .ports = std::move(ports)};
}

}  // namespace orbweaver::component

// clang warns of C linkage and a C++ type: the host is compiled by the same compiler.
#ifdef __clang__
#define ORBWEAVER_COMPONENT_LINKAGE_BEGIN \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wreturn-type-c-linkage\"")
#define ORBWEAVER_COMPONENT_LINKAGE_END _Pragma("clang diagnostic pop")
#else
#define ORBWEAVER_COMPONENT_LINKAGE_BEGIN
#define ORBWEAVER_COMPONENT_LINKAGE_END
#endif

/// What the program and the host process call. `Class` has a constructor without arguments.
#define ORBWEAVER_COMPONENT(Class)                                                     \
  ORBWEAVER_COMPONENT_LINKAGE_BEGIN                                                    \
  extern "C" __attribute__((visibility("default"))) orbweaver::resource::ResourceParts \
  orbweaver_make_component(const orbweaver::resource::ProgramContext& context) {       \
    return orbweaver::component::make_parts<Class>(context);                           \
  }                                                                                    \
  ORBWEAVER_COMPONENT_LINKAGE_END                                                      \
  static_assert(true, "a semicolon may follow")
