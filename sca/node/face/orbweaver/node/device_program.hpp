// SPDX-License-Identifier: Apache-2.0
// The `main` of a device's program:
//
//   int main(int argc, char** argv) {
//     return orbweaver::node::run_device_program(argc, argv, [](const DeviceContext& context) {
//       return serve_my_device(context);
//     });
//   }
//
// The program makes an ORB and the device, registers the device with its device manager and with
// the composite device that it is part of, and serves until releaseObject, SIGTERM or SIGINT, or
// until the device manager is gone. Then it unregisters and releases the device.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/Device.hpp>
#include <orbweaver/node/device_arguments.hpp>

#include <functional>
#include <memory>

namespace orbweaver::node {

/// The arguments of the function that makes a device. All referenced objects outlive the device.
struct DeviceContext {
  const DeviceArguments& arguments;        ///< the command line
  const std::shared_ptr<CORBA::ORB>& orb;  ///< it serves already; run_device_program() destroys it
  CORBA::object_reference<CF::AggregateDevice> composite;  ///< nil: not part of another device
  /// The device calls it when releaseObject() is done, on any thread.
  std::function<void()> on_released;
};
/// Makes and serves the device. May throw CORBA exceptions and std::exception.
using MakeDevice = std::function<CORBA::object_reference<CF::Device>(const DeviceContext&)>;

/// Runs the program. Removes the -ORB options from argv. Masks SIGTERM, SIGINT and SIGUSR1 in the
/// calling thread, so the program must not have started a thread before.
/// Returns the exit status: 0 after an orderly end; 1 if something failed or the device manager is
/// gone; 2 for wrong arguments. With 1 and 2, one line is printed on standard error.
[[nodiscard]] int run_device_program(int argc, char** argv, const MakeDevice& make);

}  // namespace orbweaver::node
