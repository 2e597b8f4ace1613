// SPDX-License-Identifier: Apache-2.0
// The built-in naming service: a tree of CosNaming contexts in memory, for any program that has an
// ORB. After a restart the tree is empty, and programs bind their names again. If names must
// survive a restart, use omniNames (-ORBInitRef NameService=...).
//
//   auto orb = CORBA::ORB_init(argc, argv);
//   const orbweaver::naming::NamingService names(orb);   // corbaloc::host:port/NameService
//
// The program orbweaver-naming does this.
#pragma once
#include <orbweaver/corba/orb.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace orbweaver::naming {

/// The limits of a naming service. A client that asks for more gets IMP_LIMIT, completed no.
struct NamingLimits {
  std::size_t bindings = 10'000;  ///< in all contexts
  std::size_t contexts = 1'000;   ///< including the root
  /// The most bytes of names and references in all bindings together. The same limit holds for the
  /// names in all iterators.
  std::size_t bytes = std::size_t{64} << 20;
  /// The most iterators. If there are more, or if their names have more bytes, the oldest one is
  /// destroyed, as clients often forget to destroy theirs.
  std::size_t iterators = 100;
  /// The most bindings in one reply of list or next_n.
  std::size_t listed_at_once = 1'000;
  /// The timeout of a call of a context in another program, while a name is resolved. It also ends
  /// the resolution of a name that leads back to this service in a cycle.
  std::chrono::milliseconds follow_timeout{10'000};
};

/// Called after `object` was bound (or bound again) under a name that ends with this step, before
/// the caller has its reply. For programs that wait for names. `id`: of the last step, without the
/// kind. Threads: the thread that executes the request, so it must be brief. No lock of the service
/// is held.
using OnBind = std::function<void(const std::string& id,
                                  const CORBA::object_reference<CORBA::Object>& object)>;

/// Called after a name that ends with this step was unbound, or bound to another object, before the
/// caller has its reply. For programs that keep a name bound. Threads: as OnBind.
using OnUnbind = std::function<void(const std::string& id)>;

/// Threads: any.
class NamingService {
 public:
  /// Activates the root context as the object NameService of INSPOA, and registers it as the
  /// initial reference NameService. The ORB serves from now on. Throws ObjectAlreadyActive or
  /// InvalidName if the ORB has one already; the exceptions of POAManager::activate.
  explicit NamingService(const std::shared_ptr<CORBA::ORB>& orb, const NamingLimits& limits = {},
                         OnBind on_bind = {}, OnUnbind on_unbind = {});
  /// The contexts exist until the ORB is destroyed.
  ~NamingService() = default;
  NamingService(const NamingService&) = delete;
  NamingService& operator=(const NamingService&) = delete;

  /// The root context, a CosNaming::NamingContextExt.
  [[nodiscard]] const CORBA::object_reference<CORBA::Object>& root() const noexcept {
    return root_;
  }

 private:
  CORBA::object_reference<CORBA::Object> root_;
};

}  // namespace orbweaver::naming
