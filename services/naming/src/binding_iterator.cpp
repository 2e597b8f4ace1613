// SPDX-License-Identifier: Apache-2.0
#include "binding_iterator.hpp"

#include <algorithm>

namespace orbweaver::naming {

bool Iterator::next_one(CosNaming::Binding& b) {
  const std::lock_guard lock(mutex_);
  if (next_ == rest_.size()) return false;
  b = rest_[next_++];
  return true;
}

bool Iterator::next_n(std::uint32_t how_many, CosNaming::BindingList& bl) {
  if (how_many == 0)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "next_n wants one binding or more");
  const std::lock_guard lock(mutex_);
  const auto count =
      std::min({std::size_t{how_many}, rest_.size() - next_, tree_->limits().listed_at_once});
  const auto first = rest_.begin() + static_cast<std::ptrdiff_t>(next_);
  bl.assign(first, first + static_cast<std::ptrdiff_t>(count));
  next_ += count;
  return count > 0;
}

void Iterator::destroy() { tree_->remove_iterator(shared_from_this()); }

}  // namespace orbweaver::naming
