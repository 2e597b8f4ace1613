// SPDX-License-Identifier: Apache-2.0
// The `main` of a component's program:
//
//   int main(int argc, char** argv) {
//     return orbweaver::resource::run_program(argc, argv, [](const ProgramContext& context) {
//       return ResourceParts{.component = std::make_unique<Amplifier>(), .ports = ...};
//     });
//   }
//
// It makes an ORB, applies the execute parameters, activates the component's CF::Resource, binds it
// as NAME_BINDING in NAMING_CONTEXT_IOR, and serves until releaseObject, SIGTERM or SIGINT. Then it
// takes the name back and ends.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/resource/program/arguments.hpp>
#include <orbweaver/resource/resource_servant.hpp>

#include <cstdio>
#include <functional>
#include <memory>

namespace orbweaver::resource {

/// The arguments of MakeParts. All that it refers to outlives the component. run_program fills in
/// the component's identifier.
struct ProgramContext {
  const Arguments& arguments;              ///< the command line
  const std::shared_ptr<CORBA::ORB>& orb;  ///< serves the component; run_program() ends it
  const CORBA::object_reference<PortableServer::POA>& adapter;  ///< for ports
  /// The component prints its lines to it. A host process has one standard output for all of its
  /// components: there only lines to this file reach the device under the component's name.
  std::FILE* output = stdout;
  std::FILE* error = stderr;  ///< for one line before the program fails
};
/// May throw std::invalid_argument for an execute parameter that does not fit, and CORBA
/// exceptions.
using MakeParts = std::function<ResourceParts(const ProgramContext&)>;

/// Runs the program. Takes the -ORB options out of argv. Without NAMING_CONTEXT_IOR it prints the
/// component's reference on standard output instead of binding it. Masks SIGTERM and SIGINT in the
/// calling thread, so no other thread may have been started before.
/// Returns the exit status: 0 after an orderly end, 1 if something failed, 2 for wrong arguments;
/// with one line on standard error for 1 and 2.
[[nodiscard]] int run_program(int argc, char** argv, const MakeParts& make);

/// Gives each property of kind execparam, and of any kind with `commandline`, the value of the
/// parameter with its id. Parameters without such a property are left alone.
/// Fails with one line for the first value that does not fit.
[[nodiscard]] Result<void, std::string> apply_parameters(const Arguments& arguments,
                                                         PropertyStore& properties);

}  // namespace orbweaver::resource
