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
  /// Serves from now on. `orb` must have no NameService of its own. Throws CORBA::BAD_PARAM if the
  /// root is no folder that can be opened, or if `naming` has the domain's name already: for a
  /// domain that is there, or for anything else that is no domain. A name that a dead domain left
  /// is replaced. Throws BAD_PARAM for an event channel that cannot be used,
  /// CF::LoadableDevice::LoadFail for the cache's folder; what calls of `naming` throw. Blocks: for
  /// some seconds, if `naming` or what it has hangs.
  EmbeddedDomain(const std::shared_ptr<CORBA::ORB>& orb, DomainOptions options);
  /// Releases all applications and ends every program. References to the domain's objects throw
  /// OBJECT_NOT_EXIST afterwards. Lines that programs printed last may come until the ORB is
  /// destroyed. Blocks: as release_all().
  ~EmbeddedDomain();
  EmbeddedDomain(const EmbeddedDomain&) = delete;
  EmbeddedDomain& operator=(const EmbeddedDomain&) = delete;

  /// For this program and for clients, which find it at the naming service as NAME/DomainManager.
  /// Valid until the domain ends.
  [[nodiscard]] CORBA::object_reference<CF::DomainManager> manager() const;
  /// The root of the naming service that has its name, a CosNaming::NamingContextExt.
  [[nodiscard]] CORBA::object_reference<CORBA::Object> names() const;

  /// Releases every application, also those that are being created, whose `create` fails with it.
  /// Of the domain that was before, those that still wait stay as they are. Returns what could not
  /// be given back. Blocks: at most the sum of the timeouts of the steps.
  deploy::Failures release_all();

 private:
  void begin();
  void end() noexcept;
  void end_own_devices();

  std::shared_ptr<DomainParts> parts_;
  CORBA::object_reference<CF::DomainManager> manager_;
};

}  // namespace orbweaver::domain
