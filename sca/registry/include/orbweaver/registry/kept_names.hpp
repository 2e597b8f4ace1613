// SPDX-License-Identifier: Apache-2.0
// Names that a domain bound in its own naming service, and that stay bound as long as it lives:
// clients and nodes find it by them, and any client may unbind them.
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

  /// `object` is bound in `context`, from now on for good. An object that is a `context` itself is
  /// bound as such.
  void keep(const Context& in, const std::string& id, const Object& object);
  void keep_context(const Context& in, const std::string& id, const Context& context);
  /// Restores nothing any more.
  void give_up();

  /// Whether a kept name ends so. Never blocks.
  [[nodiscard]] bool has(const std::string& id) const;
  /// Binds again what is not bound, or is bound to something else; a line for each. Blocks: on
  /// calls of the naming service, and until restore() on another thread is through. Does not throw.
  [[nodiscard]] std::vector<std::string> restore() const;

 private:
  struct KeptName {
    Context in;
    std::string id;
    Object object;
    Context context;  // the same, if it is one
  };
  [[nodiscard]] std::vector<KeptName> all() const;
  /// Nothing: it is bound.
  [[nodiscard]] static std::optional<std::string> restore_one(const KeptName& kept);
  static void bind_again(const KeptName& kept);

  mutable os::Mutex restoring_;  // one at a time: each unbinds what it binds again
  mutable os::Mutex mutex_;
  std::vector<KeptName> kept_;
};

}  // namespace orbweaver::registry
