// SPDX-License-Identifier: Apache-2.0
#include "tree.hpp"

#include "binding_iterator.hpp"
#include "context.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>

#include <algorithm>

namespace orbweaver::naming {

namespace {

// Also logged, as the text of an exception does not reach clients with other ORBs.
[[noreturn]] void no_room(const char* of_what, const char* option) {
  const auto why = std::string{"the naming service holds no more "} + of_what +
                   "; unbind some, or start orbweaver-naming with a larger " + option;
  static LogLimit limit;
  warn_seldom(limit, "{}", why);
  throw CORBA::IMP_LIMIT(0, CORBA::CompletionStatus::COMPLETED_NO, why);
}

std::size_t bytes_of(const CosNaming::BindingList& list) noexcept {
  std::size_t bytes = 0;
  for (const auto& binding : list)
    for (const auto& step : binding.binding_name()) bytes += step.id().size() + step.kind().size();
  return bytes;
}

}  // namespace

CORBA::PolicyList Tree::follow_policies() const {
  constexpr std::uint64_t kPerMillisecond = 10'000;  // units of 100 ns
  const auto limit = static_cast<std::uint64_t>(limits_.follow_timeout.count());
  return {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(limit * kPerMillisecond)};
}

void Tree::take_bytes(std::size_t before, std::size_t bytes) {
  const auto others = bytes_ - before;
  if (bytes > limits_.bytes - others) no_room("bytes of names and references", "--bytes");
  bytes_ = others + bytes;
}

void Tree::take_binding(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bindings_ == limits_.bindings) no_room("bindings", "--bindings");
  take_bytes(0, bytes);
  ++bindings_;
}

void Tree::change_binding(std::size_t bytes_before, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  take_bytes(bytes_before, bytes);
}

void Tree::give_binding_back(std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  bytes_ -= bytes;
  --bindings_;
}

Tree::ContextReference Tree::make_context() {
  {
    const std::lock_guard lock(mutex_);
    if (contexts_ == limits_.contexts) no_room("contexts", "--contexts");
    ++contexts_;
  }
  const auto context = CORBA::make_reference<Context>(shared_from_this());
  return IDL::traits<CosNaming::NamingContext>::narrow(adapter_->servant_to_reference(context));
}

void Tree::remove_context(const PortableServer::Servant& servant) {
  adapter_->deactivate_object(adapter_->servant_to_id(servant));
  const std::lock_guard lock(mutex_);
  --contexts_;
}

Tree::IteratorReference Tree::make_iterator(CosNaming::BindingList rest) {
  const auto bytes = bytes_of(rest);
  const auto servant = CORBA::make_reference<Iterator>(shared_from_this(), std::move(rest));
  const auto id = adapter_->servant_to_id(servant);
  std::unique_lock lock(mutex_);
  iterators_.push_back({id, bytes});
  while (iterators_.size() > limits_.iterators || iterator_bytes() > limits_.bytes)
    end_oldest_iterator(lock);
  lock.unlock();
  return IDL::traits<CosNaming::BindingIterator>::narrow(adapter_->id_to_reference(id));
}

std::size_t Tree::iterator_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const auto& listed : iterators_) bytes += listed.bytes;
  return bytes;
}

// Removes it from the list first, as its client may destroy it at the same time.
void Tree::end_oldest_iterator(std::unique_lock<os::Mutex>& lock) {
  const auto oldest = iterators_.front().iterator;
  iterators_.pop_front();
  lock.unlock();
  try {
    adapter_->deactivate_object(oldest);
  } catch (const PortableServer::POA::ObjectNotActive&) {
  }
  lock.lock();
}

void Tree::remove_iterator(const PortableServer::Servant& servant) {
  const auto id = adapter_->servant_to_id(servant);
  adapter_->deactivate_object(id);
  const std::lock_guard lock(mutex_);
  std::erase_if(iterators_, [&](const ListedIterator& listed) { return listed.iterator == id; });
}

}  // namespace orbweaver::naming
