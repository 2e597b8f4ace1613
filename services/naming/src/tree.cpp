#include "tree.hpp"

#include "binding_iterator.hpp"
#include "context.hpp"

#include <algorithm>

namespace orbweaver::naming {

namespace {

[[noreturn]] void no_room(const char* of_what) {
  throw CORBA::IMP_LIMIT(0, CORBA::CompletionStatus::COMPLETED_NO,
                         std::string{"the naming service holds no more "} + of_what);
}

}  // namespace

CORBA::PolicyList Tree::follow_policies() const {
  constexpr std::uint64_t kPerMillisecond = 10'000;  // units of 100 ns
  const auto limit = static_cast<std::uint64_t>(limits_.follow_timeout.count());
  return {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(limit * kPerMillisecond)};
}

void Tree::take_binding() {
  const std::lock_guard lock(mutex_);
  if (bindings_ == limits_.bindings) no_room("bindings");
  ++bindings_;
}

void Tree::give_binding_back() noexcept {
  const std::lock_guard lock(mutex_);
  --bindings_;
}

Tree::ContextReference Tree::make_context() {
  {
    const std::lock_guard lock(mutex_);
    if (contexts_ == limits_.contexts) no_room("contexts");
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
  const auto servant = CORBA::make_reference<Iterator>(shared_from_this(), std::move(rest));
  const auto id = adapter_->servant_to_id(servant);
  {
    std::unique_lock lock(mutex_);
    iterators_.push_back(id);
    if (iterators_.size() > limits_.iterators) end_oldest_iterator(lock);
  }
  return IDL::traits<CosNaming::BindingIterator>::narrow(adapter_->id_to_reference(id));
}

// Its client may have ended it meanwhile.
void Tree::end_oldest_iterator(std::unique_lock<std::mutex>& lock) {
  const auto oldest = iterators_.front();
  iterators_.pop_front();
  lock.unlock();
  try {
    adapter_->deactivate_object(oldest);
  } catch (const PortableServer::POA::ObjectNotActive&) {
    return;
  }
}

void Tree::remove_iterator(const PortableServer::Servant& servant) {
  const auto id = adapter_->servant_to_id(servant);
  adapter_->deactivate_object(id);
  const std::lock_guard lock(mutex_);
  std::erase(iterators_, id);
}

}  // namespace orbweaver::naming
