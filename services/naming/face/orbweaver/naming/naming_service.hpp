// SPDX-License-Identifier: Apache-2.0
// The built-in naming service: a tree of CosNaming contexts in memory, in any program that has an
// ORB. After a restart the tree is empty, and programs bind their names again. If names must
// outlast a restart, use omniNames (-ORBInitRef NameService=...).
//
//   auto orb = CORBA::ORB_init(argc, argv);
//   const orbweaver::naming::NamingService names(orb);   // corbaloc::host:port/NameService
//
// orbweaver-naming is a program that does just this.
#pragma once
#include <orbweaver/corba/orb.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace orbweaver::naming {

/// The limits of a naming service. Clients that ask for more get IMP_LIMIT, completed no.
struct NamingLimits {
  std::size_t bindings = 10'000;  ///< in all contexts
  std::size_t contexts = 1'000;   ///< the root counted, too
  /// The bytes of the names and references of all bindings together; and of the names in all
  /// iterators.
  std::size_t bytes = std::size_t{64} << 20;
  /// When there are more iterators, or more bytes in them, the oldest one is destroyed, as clients
  /// forget to destroy theirs.
  std::size_t iterators = 100;
  /// Bindings in one reply of list or next_n.
  std::size_t listed_at_once = 1'000;
  /// How long a context of another program is waited for while a name is followed. A name that
  /// leads back here by a corbaloc, and so in a circle, ends with that, too.
  std::chrono::milliseconds follow_timeout{10'000};
};

/// Called after `object` was bound, or bound again, under a name that ends with this step, before
/// the caller has its reply: for programs that wait for names. `id` is without the kind. Threads:
/// the one that carries out the request, so it must be brief. No lock of the service is held.
using OnBind = std::function<void(const std::string& id,
                                  const CORBA::object_reference<CORBA::Object>& object)>;

/// Called after a name that ends with this step was unbound, or bound to another object, before the
/// caller has its reply: for programs that want to keep a name. As OnBind.
using OnUnbind = std::function<void(const std::string& id)>;

/// Threads: any.
class NamingService {
 public:
  /// Activates the root context as the object NameService of INSPOA and registers it as the initial
  /// reference NameService; the ORB serves from now on. Throws ObjectAlreadyActive or InvalidName
  /// if the ORB has one already; what POAManager::activate throws.
  explicit NamingService(const std::shared_ptr<CORBA::ORB>& orb, const NamingLimits& limits = {},
                         OnBind on_bind = {}, OnUnbind on_unbind = {});
  /// The contexts go when the ORB ends.
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
