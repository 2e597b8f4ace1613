// SPDX-License-Identifier: Apache-2.0
// A domain in the process that uses it: domain manager, naming service, file manager, and this
// machine as a device. It may take nodes of other processes. SCA 2.2.2, 3.1.3.2.
//
//   auto orb = CORBA::ORB_init(argc, argv);
//   domain::EmbeddedDomain radio(orb, {.root = "/sdr/dom", .cache_folder = folder,
//                                      .guard_program = *guard::program_beside_this()});
//   radio.manager()->installApplication("/waveforms/fm.sad.xml");
//   auto fm = radio.manager()->applicationFactories().front()->create("fm", {}, {});
//   fm->start();
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/domain/domain_options.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>

#include <memory>

namespace orbweaver::domain {

struct DomainParts;

/// Threads: any.
class EmbeddedDomain {
 public:
  /// The domain serves from now on. `orb` must have no NameService of its own.
  /// Throws CORBA::BAD_PARAM if the root is no folder that can be opened, if an event channel
  /// cannot be used, or if `naming` has the domain's name bound to a living domain or to an object
  /// that is no domain. A binding that a dead domain left is replaced. Throws
  /// CF::LoadableDevice::LoadFail if the cache folder cannot be used, and the exceptions of calls
  /// of `naming`.
  /// Blocks: for some seconds, if `naming` or the object bound there hangs.
  EmbeddedDomain(const std::shared_ptr<CORBA::ORB>& orb, DomainOptions options);
  /// Releases all applications and ends every program. Calls of the domain's objects throw
  /// OBJECT_NOT_EXIST afterwards. The last lines of programs may still be reported until the ORB is
  /// destroyed. Blocks: as release_all().
  ~EmbeddedDomain();
  EmbeddedDomain(const EmbeddedDomain&) = delete;
  EmbeddedDomain& operator=(const EmbeddedDomain&) = delete;

  /// The domain manager, for this program. Clients find it at the naming service as
  /// NAME/DomainManager. Valid until the domain ends.
  [[nodiscard]] CORBA::object_reference<CF::DomainManager> manager() const;
  /// The root context in which the domain's name is bound, a CosNaming::NamingContextExt.
  [[nodiscard]] CORBA::object_reference<CORBA::Object> names() const;

  /// Releases every application. The `create` of one that is being created fails. An application of
  /// the domain's predecessor that still waits for its devices stays as it is. Returns what could
  /// not be given back. Blocks: at most for the sum of the timeouts of the steps.
  deploy::Failures release_all();

 private:
  void begin();
  void end() noexcept;
  void end_own_devices();

  std::shared_ptr<DomainParts> parts_;
  CORBA::object_reference<CF::DomainManager> manager_;
};

}  // namespace orbweaver::domain
