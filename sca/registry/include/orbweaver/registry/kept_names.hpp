// SPDX-License-Identifier: Apache-2.0
// Keeps names bound in the domain's own naming service as long as the domain lives: clients and
// nodes find the domain by them, and any client may unbind them.
#pragma once
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/os/mutex.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::registry {

/// Threads: any.
class KeptNames {
 public:
  using Context = CORBA::object_reference<CosNaming::NamingContext>;
  using Object = CORBA::object_reference<CORBA::Object>;

  /// From now on `object` is to stay bound in the context `in`. An object that is a context is
  /// bound as a context.
  void keep(const Context& in, const std::string& id, const Object& object);
  void keep_context(const Context& in, const std::string& id, const Context& context);
  /// Stops restoring names.
  void give_up();

  /// Whether a kept name ends with `id`. Never blocks.
  [[nodiscard]] bool has(const std::string& id) const;
  /// Binds again each name that is not bound, or is bound to another object. Returns a line for
  /// each. Blocks: for calls of the naming service, and while another thread restores names. Does
  /// not throw.
  [[nodiscard]] std::vector<std::string> restore() const;

 private:
  struct KeptName {
    Context in;
    std::string id;
    Object object;
    Context context;  // the same object, if it is a context
  };
  [[nodiscard]] std::vector<KeptName> all() const;
  /// Returns nothing if the name is still bound.
  [[nodiscard]] static std::optional<std::string> restore_one(const KeptName& kept);
  static void bind_again(const KeptName& kept);

  mutable os::Mutex restoring_;  // one thread at a time, as each unbinds names before it binds them
  mutable os::Mutex mutex_;
  std::vector<KeptName> kept_;
};

}  // namespace orbweaver::registry
