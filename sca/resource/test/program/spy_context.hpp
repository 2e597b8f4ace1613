// SPDX-License-Identifier: Apache-2.0
// A naming context that notes what is bound and unbound in it.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/corba/CosNaming_poa.hpp>

#include <future>
#include <map>
#include <mutex>
#include <string>

namespace orbweaver::resource::test {

class SpyContext final : public CORBA::servant_traits<CosNaming::NamingContext>::base_type {
 public:
  using Name = CosNaming::Name;
  using Object = CORBA::object_reference<CORBA::Object>;
  using Context = CORBA::object_reference<CosNaming::NamingContext>;

  /// The object that was bound first; waits for it.
  Object bound() { return bound_.get_future().get(); }
  [[nodiscard]] std::size_t names() {
    const std::lock_guard lock(mutex_);
    return names_.size();
  }

  void rebind(const Name& n, Object obj) override {
    const std::lock_guard lock(mutex_);
    names_[n.at(0).id()] = obj;
    bound_.set_value(std::move(obj));
  }
  void unbind(const Name& n) override {
    const std::lock_guard lock(mutex_);
    names_.erase(n.at(0).id());
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
  std::map<std::string, Object> names_;
  std::promise<Object> bound_;
};

}  // namespace orbweaver::resource::test
