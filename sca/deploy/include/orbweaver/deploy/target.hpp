// SPDX-License-Identifier: Apache-2.0
// Deployment's operations on devices, components and connections. A front end implements them (over
// CORBA for SCA 2.2.2); tests have a fake one.
//
// Every operation blocks until it is done, refused, failed or beyond its limit. Threads: any,
// several at the same time. An operation must return at the deadline of its limit with
// `Cause::timed_out`, and should return soon after stop is requested with `Cause::cancelled`. It
// must not throw. After `timed_out` its outcome is unknown: deployment does not give back what it
// may have taken, since a device would count that twice.
#pragma once
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/deploy/end.hpp>
#include <orbweaver/deploy/execute_options.hpp>
#include <orbweaver/deploy/limit.hpp>

#include <cstdint>
#include <memory>

namespace orbweaver::deploy {

/// A file that a device loads. `file`: absolute in the SCA file system.
struct LoadRequest {
  enum class Kind { executable, shared_library, kernel_module, driver };
  std::string device;
  std::string file;
  Kind kind = Kind::executable;
};

/// A program that a device starts. The front end adds the parameters of its own standard, as
/// NAMING_CONTEXT_IOR is of SCA 2.2.2.
struct ExecuteRequest {
  std::string device;
  std::string component;    // its identifier
  std::string naming_name;  // empty: it registers under no name
  std::string profile;      // its SPD
  std::string file;         // the loaded file
  std::string entrypoint;   // empty: the file itself
  std::vector<std::pair<std::string, std::string>> parameters;
  ExecuteOptions options;
  /// The id of the host collocation, which is unique within the application; empty: none.
  std::string collocation;
  /// The file is a shared library: the device runs it in a host process. All of one collocation
  /// are libraries of the same process, or none is.
  bool is_shared_library = false;
};

using ProcessId = std::int64_t;  // above zero

/// A component that a resource factory makes.
struct CreateRequest {
  std::string component;
  std::string factory;  // identifier of the component that is the factory
  Capacities qualifiers;
};

/// An object of the front end; null is the nil reference. Deployment passes it on unopened.
using ObjectRef = std::shared_ptr<void>;

class Target {
 public:
  Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  virtual ~Target() = default;

  // Devices.
  // Takes capacities. Fails: `refused` if the device has too little; then nothing is taken.
  virtual Outcome<void> allocate(const std::string& device, const Capacities& capacities,
                                 const Limit& limit) = 0;
  virtual Outcome<void> deallocate(const std::string& device, const Capacities& capacities,
                                   const Limit& limit) = 0;
  virtual Outcome<void> load(const LoadRequest& request, const Limit& limit) = 0;
  virtual Outcome<void> unload(const LoadRequest& request, const Limit& limit) = 0;
  /// Returns as soon as the process exists.
  virtual Outcome<ProcessId> execute(const ExecuteRequest& request, const Limit& limit) = 0;
  /// Returns when the process has ended. A process that ended before is no failure.
  virtual Outcome<void> terminate(const std::string& device, ProcessId process,
                                  const Limit& limit) = 0;

  // Components, by their identifiers.
  /// Waits until the component has registered and its reference is known.
  virtual Outcome<void> await_registration(const std::string& component, const Limit& limit) = 0;
  /// Forgets the reference, and unbinds the name if the component has left it bound.
  virtual Outcome<void> unbind(const std::string& component, const Limit& limit) = 0;
  virtual Outcome<void> create_resource(const CreateRequest& request, const Limit& limit) = 0;
  virtual Outcome<void> release_resource(const std::string& factory, const std::string& component,
                                         const Limit& limit) = 0;
  virtual Outcome<void> shut_down(const std::string& factory, const Limit& limit) = 0;
  virtual Outcome<void> initialise(const std::string& component, const Limit& limit) = 0;
  virtual Outcome<void> configure(const std::string& component, const Capacities& values,
                                  const Limit& limit) = 0;
  virtual Outcome<void> start(const std::string& component, const Limit& limit) = 0;
  virtual Outcome<void> stop(const std::string& component, const Limit& limit) = 0;
  virtual Outcome<void> release(const std::string& component, const Limit& limit) = 0;

  // Connections.
  /// The object at an end. Fails: `absent` if it is found by name and is not there (yet).
  virtual Outcome<ObjectRef> find(const End& end, const Limit& limit) = 0;
  virtual Outcome<void> connect(const ObjectRef& uses, const ObjectRef& provides,
                                const std::string& connection, const Limit& limit) = 0;
  virtual Outcome<void> disconnect(const ObjectRef& uses, const std::string& connection,
                                   const Limit& limit) = 0;
};

}  // namespace orbweaver::deploy
