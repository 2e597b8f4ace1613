// SPDX-License-Identifier: Apache-2.0
// The `main` of a device's program:
//
//   int main(int argc, char** argv) {
//     return orbweaver::node::run_device_program(argc, argv, [](const DeviceContext& context) {
//       return serve_my_device(context);
//     });
//   }
//
// It makes an ORB, makes the device, registers it with its device manager, and with the composite
// device that it is part of, and serves until releaseObject, SIGTERM or SIGINT, or until its device
// manager is gone. Then the device unregisters and is released.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/Device.hpp>
#include <orbweaver/node/device_arguments.hpp>

#include <functional>
#include <memory>

namespace orbweaver::node {

/// The arguments of the function that makes a device. All that it refers to outlives the device.
struct DeviceContext {
  const DeviceArguments& arguments;        ///< the command line
  const std::shared_ptr<CORBA::ORB>& orb;  ///< it serves; run_device_program() ends it
  CORBA::object_reference<CF::AggregateDevice> composite;  ///< nil: it is part of no device
  /// The device calls it when releaseObject() is done, on any thread.
  std::function<void()> on_released;
};
/// Serves the device. May throw CORBA exceptions and std::exception.
using MakeDevice = std::function<CORBA::object_reference<CF::Device>(const DeviceContext&)>;

/// Runs the program. Takes the -ORB options out of argv. Masks SIGTERM, SIGINT and SIGUSR1 in the
/// calling thread, so no other thread may have been started before.
/// Returns the exit status: 0 after an orderly end, 1 if something failed or the device manager is
/// gone, 2 for wrong arguments; with one line on standard error for 1 and 2.
[[nodiscard]] int run_device_program(int argc, char** argv, const MakeDevice& make);

}  // namespace orbweaver::node
