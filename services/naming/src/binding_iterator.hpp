// SPDX-License-Identifier: Apache-2.0
// CosNaming::BindingIterator: the bindings for which the reply of a list had no room.
#pragma once
#include "tree.hpp"

#include <orbweaver/os/mutex.hpp>

namespace orbweaver::naming {

class Iterator final : public CORBA::servant_traits<CosNaming::BindingIterator>::base_type {
 public:
  Iterator(std::shared_ptr<Tree> tree, CosNaming::BindingList rest)
      : tree_(std::move(tree)), rest_(std::move(rest)) {}

  bool next_one(CosNaming::Binding& b) override;
  /// Throws BAD_PARAM for 0, as CosNaming requires.
  bool next_n(std::uint32_t how_many, CosNaming::BindingList& bl) override;
  void destroy() override;

 private:
  std::shared_ptr<Tree> tree_;
  os::Mutex mutex_;
  CosNaming::BindingList rest_;
  std::size_t next_ = 0;
};

}  // namespace orbweaver::naming
