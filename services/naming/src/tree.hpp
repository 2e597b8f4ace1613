// SPDX-License-Identifier: Apache-2.0
// The parts that all contexts of one naming service share: the adapter and the limits.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/corba/CosNaming_poa.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/os/mutex.hpp>

#include <deque>
#include <memory>
#include <mutex>

namespace orbweaver::naming {

/// Threads: any.
class Tree : public std::enable_shared_from_this<Tree> {
 public:
  using ContextReference = CORBA::object_reference<CosNaming::NamingContext>;
  using IteratorReference = CORBA::object_reference<CosNaming::BindingIterator>;

  Tree(CORBA::object_reference<PortableServer::POA> adapter, const NamingLimits& limits,
       OnBind on_bind, OnUnbind on_unbind)
      : adapter_(std::move(adapter)),
        limits_(limits),
        on_bind_(std::move(on_bind)),
        on_unbind_(std::move(on_unbind)) {}

  [[nodiscard]] const NamingLimits& limits() const noexcept { return limits_; }

  /// The policies for calls of contexts, which may be in another program.
  [[nodiscard]] CORBA::PolicyList follow_policies() const;

  /// Reports a bound name. Must be called without a lock.
  void bound(const std::string& id, const CORBA::object_reference<CORBA::Object>& object) const {
    if (on_bind_) on_bind_(id, object);
  }

  /// Reports an unbound name. Must be called without a lock.
  void unbound(const std::string& id) const {
    if (on_unbind_) on_unbind_(id);
  }

  /// These functions throw IMP_LIMIT if a limit is reached.
  void take_binding(std::size_t bytes);
  void change_binding(std::size_t bytes_before, std::size_t bytes);
  [[nodiscard]] ContextReference make_context();
  void give_binding_back(std::size_t bytes) noexcept;

  /// Not for the root, which is in another adapter.
  void remove_context(const PortableServer::Servant& servant);

  [[nodiscard]] IteratorReference make_iterator(CosNaming::BindingList rest);
  void remove_iterator(const PortableServer::Servant& servant);

 private:
  struct ListedIterator {
    PortableServer::ObjectId iterator;
    std::size_t bytes;
  };

  // Both functions require that mutex_ is held.
  void take_bytes(std::size_t before, std::size_t bytes);
  [[nodiscard]] std::size_t iterator_bytes() const noexcept;
  void end_oldest_iterator(std::unique_lock<os::Mutex>& lock);

  CORBA::object_reference<PortableServer::POA> adapter_;
  const NamingLimits limits_;
  const OnBind on_bind_;
  const OnUnbind on_unbind_;
  os::Mutex mutex_;
  std::size_t bindings_ = 0, bytes_ = 0, contexts_ = 1;  // 1: the root
  std::deque<ListedIterator> iterators_;                 // the oldest first
};

}  // namespace orbweaver::naming
