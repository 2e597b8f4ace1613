// SPDX-License-Identifier: Apache-2.0
// A naming context: bindings of simple names. A name of several steps is resolved by a call for
// each step, so that a step may lead to a context of another program. The number of steps limits
// the cost of a name.
#pragma once
#include "tree.hpp"

#include <orbweaver/os/mutex.hpp>

#include <map>
#include <string>
#include <utility>

namespace orbweaver::naming {

class Context final : public CORBA::servant_traits<CosNaming::NamingContextExt>::base_type {
 public:
  using Name = CosNaming::Name;
  using Object = CORBA::object_reference<CORBA::Object>;
  using NamingContext = CORBA::object_reference<CosNaming::NamingContext>;
  enum class Depth { root, below };

  explicit Context(std::shared_ptr<Tree> tree, Depth depth = Depth::below)
      : tree_(std::move(tree)), depth_(depth) {}
  ~Context() override;

  void bind(const Name& n, Object obj) override;
  void rebind(const Name& n, Object obj) override;
  void bind_context(const Name& n, NamingContext nc) override;
  void rebind_context(const Name& n, NamingContext nc) override;
  Object resolve(const Name& n) override;
  void unbind(const Name& n) override;
  NamingContext new_context() override;
  NamingContext bind_new_context(const Name& n) override;
  /// Throws NotEmpty; NO_PERMISSION for the root.
  void destroy() override;
  void list(std::uint32_t how_many, CosNaming::BindingList& bl,
            CORBA::object_reference<CosNaming::BindingIterator>& bi) override;

  std::string to_string(const Name& n) override;
  Name to_name(const std::string& sn) override;
  std::string to_url(const std::string& addr, const std::string& sn) override;
  Object resolve_str(const std::string& sn) override;

 private:
  using Key = std::pair<std::string, std::string>;  // id and kind
  struct Bound {
    Object object;
    CosNaming::BindingType type;
    std::size_t bytes = 0;  // with its name, as Tree counts bytes
  };

  enum class Existing { refuse, replace };
  void put(const Name& name, Bound bound, Existing existing);
  void take_out(const Name& name);
  /// Returns the context to which the first step of `name` is bound, for the remaining steps.
  [[nodiscard]] NamingContext next_context(const Name& name);
  [[nodiscard]] Object find(const Name& name);

  std::shared_ptr<Tree> tree_;
  Depth depth_;
  os::Mutex mutex_;
  bool is_destroyed_ = false;
  std::map<Key, Bound> bindings_;
};

}  // namespace orbweaver::naming
