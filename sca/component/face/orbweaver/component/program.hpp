// SPDX-License-Identifier: Apache-2.0
// A component's program, and its shared library for a host process. One line at the end of the
// class's source makes both, depending on how it is linked (orbweaver_component() in CMake):
//
//   ORBWEAVER_COMPONENT(Magnitude)
#pragma once
#include <orbweaver/component/stream_component.hpp>

#include <memory>
#include <string_view>

namespace orbweaver::resource {
struct ResourceParts;
}  // namespace orbweaver::resource

namespace orbweaver::component {

struct Description;

/// Completes a component: its properties with the values of the command line, its ports. Throws
/// std::invalid_argument for a value that does not fit, and the exceptions of POA::activate_object.
void make_component(std::unique_ptr<StreamBase> component, StreamBase::AddPorts control_ports,
                    const resource::ProgramContext& context, resource::ResourceParts& parts);

/// Fills in the description of a component, with a text and an author. Throws std::invalid_argument
/// if its Connections name a port or a value that does not exist.
void describe_component(const StreamBase& component, std::string_view text, std::string_view author,
                        Description& description);

/// Fills in the description of a class: it makes an object of it. The text is its `static constexpr
/// auto kDescription`, the author its `static constexpr auto kAuthor`, if it has them. Throws the
/// exceptions of its constructor, std::logic_error for wrong settings (definitions_by()), and as
/// describe_component().
template <class Class>
void describe_class(Description& description) {
  std::string_view text, author;
  if constexpr (requires { Class::kDescription; }) text = Class::kDescription;
  if constexpr (requires { Class::kAuthor; }) author = Class::kAuthor;
  describe_component(Class{}, text, author, description);
}

/// For `PROGRAM --profiles DIR [NAME]`: writes the profiles of the component, whose files are
/// called NAME (default: the program's name). `describe`: null if the class is not known. Returns
/// the exit status: 0; 1 with a line on standard error; 2 for wrong words.
[[nodiscard]] int write_profiles_by(int argc, char** argv,
                                    void (*describe)(Description& component));

}  // namespace orbweaver::component

/// Defines the functions that the component's program (program/main.cpp) and a host process call.
/// `Class` has a constructor without arguments. The functions are weak, as a test may hold several
/// classes.
#define ORBWEAVER_COMPONENT(Class)                                                                \
  extern "C" __attribute__((visibility("default"), weak)) void orbweaver_make_component(          \
      const orbweaver::resource::ProgramContext&, orbweaver::resource::ResourceParts&);           \
  extern "C" void orbweaver_make_component(const orbweaver::resource::ProgramContext& context,    \
                                           orbweaver::resource::ResourceParts& parts) {           \
    orbweaver::component::make_component(std::make_unique<Class>(),                               \
                                         Class::template control_ports<Class>(), context, parts); \
  }                                                                                               \
  extern "C" __attribute__((visibility("default"), weak)) void orbweaver_describe_component(      \
      orbweaver::component::Description&);                                                        \
  extern "C" void orbweaver_describe_component(orbweaver::component::Description& component) {    \
    orbweaver::component::describe_class<Class>(component);                                       \
  }                                                                                               \
  static_assert(true, "a semicolon may follow")
