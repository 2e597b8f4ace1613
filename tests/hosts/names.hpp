// SPDX-License-Identifier: Apache-2.0
// A naming context in which tests wait for components.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/corba/CosNaming_poa.hpp>

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>

namespace orbweaver::hosts {

class Names final : public CORBA::servant_traits<CosNaming::NamingContext>::base_type {
 public:
  using Name = CosNaming::Name;
  using Object = CORBA::object_reference<CORBA::Object>;
  using Context = CORBA::object_reference<CosNaming::NamingContext>;

  /// Waits until the name is bound.
  Object await(const std::string& name) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return names_.contains(name); });
    return names_[name];
  }
  /// Waits until so many names are bound.
  void await_size(std::size_t size) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return names_.size() == size; });
  }

  void rebind(const Name& n, Object obj) override {
    const std::lock_guard lock(mutex_);
    names_[n.at(0).id()] = std::move(obj);
    changed_.notify_all();
  }
  void unbind(const Name& n) override {
    const std::lock_guard lock(mutex_);
    names_.erase(n.at(0).id());
    changed_.notify_all();
  }

  void bind(const Name& /*n*/, Object /*obj*/) override { refuse(); }
  void bind_context(const Name& /*n*/, Context /*nc*/) override { refuse(); }
  void rebind_context(const Name& /*n*/, Context /*nc*/) override { refuse(); }
  Object resolve(const Name& /*n*/) override { refuse(); }
  Context new_context() override { refuse(); }
  Context bind_new_context(const Name& /*n*/) override { refuse(); }
  void destroy() override { refuse(); }
  void list(std::uint32_t /*how_many*/, CosNaming::BindingList& /*bl*/,
            CORBA::object_reference<CosNaming::BindingIterator>& /*bi*/) override {
    refuse();
  }

 private:
  [[noreturn]] static void refuse() { throw CORBA::NO_IMPLEMENT{}; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Object> names_;
};

}  // namespace orbweaver::hosts
