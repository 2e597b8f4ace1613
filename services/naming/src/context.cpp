// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include "names.hpp"

#include <orbweaver/client/reference.hpp>

#include <algorithm>

namespace orbweaver::naming {

using CosNaming::BindingType;
using Reason = CosNaming::NamingContext::NotFoundReason;

namespace {

CosNaming::Name rest_of(const CosNaming::Name& name) { return {name.begin() + 1, name.end()}; }

void require(const void* object) {
  if (object == nullptr)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO, "nil cannot be bound");
}

// Twice the size in a message, as a reference keeps the bytes and its decoded form.
std::size_t bytes_of(const CORBA::Object& object) {
  const auto& reference = corba::StubFactory::reference_of(object);
  if (!reference) return 0;
  const auto& ior = reference->ior();
  std::size_t bytes = ior.type_id.size();
  for (const auto& profile : ior.profiles) bytes += sizeof profile + profile.data.size();
  return 2 * bytes;
}

[[noreturn]] void not_found(Reason why, const CosNaming::Name& name) {
  throw CosNaming::NamingContext::NotFound(why, name);
}

}  // namespace

Context::~Context() {
  for (const auto& [key, bound] : bindings_) tree_->give_binding_back(bound.bytes);
}

// ---- names of several steps ----

Context::Object Context::find(const Name& name) {
  const std::lock_guard lock(mutex_);
  const auto found = bindings_.find({name.front().id(), name.front().kind()});
  if (found == bindings_.end()) not_found(Reason::missing_node, name);
  return found->second.object;
}

// Called without the lock: the context may be this one, or slow and in another process.
Context::NamingContext Context::next_context(const Name& name) {
  Bound step;
  {
    const std::lock_guard lock(mutex_);
    const auto found = bindings_.find({name.front().id(), name.front().kind()});
    if (found == bindings_.end()) not_found(Reason::missing_node, name);
    step = found->second;
  }
  if (step.type != BindingType::ncontext) not_found(Reason::not_context, name);
  const auto context = IDL::traits<CosNaming::NamingContext>::narrow(
      corba::with_policies(step.object, tree_->follow_policies()));
  if (!context) not_found(Reason::not_context, name);
  return context;
}

// ---- bindings ----

void Context::put(const Name& name, Bound bound, Existing existing) {
  const std::lock_guard lock(mutex_);
  if (is_destroyed_)
    throw CORBA::OBJECT_NOT_EXIST(0, CORBA::CompletionStatus::COMPLETED_NO,
                                  "the context has been destroyed");
  const Key key{name.front().id(), name.front().kind()};
  bound.bytes = key.first.size() + key.second.size() + bytes_of(*bound.object);
  const auto found = bindings_.find(key);
  if (found == bindings_.end()) {
    tree_->take_binding(bound.bytes);
    bindings_.emplace(key, std::move(bound));
    return;
  }
  if (existing == Existing::refuse) throw CosNaming::NamingContext::AlreadyBound{};
  if (found->second.type != bound.type)
    not_found(bound.type == BindingType::nobject ? Reason::not_object : Reason::not_context, name);
  tree_->change_binding(found->second.bytes, bound.bytes);
  found->second = std::move(bound);
}

void Context::bind(const Name& n, Object obj) {
  check(n);
  require(obj.get());
  if (n.size() > 1) return next_context(n)->bind(rest_of(n), std::move(obj));
  put(n, {obj, BindingType::nobject}, Existing::refuse);
  tree_->bound(n.front().id(), obj);
}

void Context::rebind(const Name& n, Object obj) {
  check(n);
  require(obj.get());
  if (n.size() > 1) return next_context(n)->rebind(rest_of(n), std::move(obj));
  put(n, {obj, BindingType::nobject}, Existing::replace);
  tree_->unbound(n.front().id());
  tree_->bound(n.front().id(), obj);
}

void Context::bind_context(const Name& n, NamingContext nc) {
  check(n);
  require(nc.get());
  if (n.size() > 1) return next_context(n)->bind_context(rest_of(n), std::move(nc));
  put(n, {std::move(nc), BindingType::ncontext}, Existing::refuse);
}

void Context::rebind_context(const Name& n, NamingContext nc) {
  check(n);
  require(nc.get());
  if (n.size() > 1) return next_context(n)->rebind_context(rest_of(n), std::move(nc));
  put(n, {std::move(nc), BindingType::ncontext}, Existing::replace);
  tree_->unbound(n.front().id());
}

Context::Object Context::resolve(const Name& n) {
  check(n);
  if (n.size() > 1) return next_context(n)->resolve(rest_of(n));
  return find(n);
}

void Context::unbind(const Name& n) {
  check(n);
  if (n.size() > 1) return next_context(n)->unbind(rest_of(n));
  take_out(n);
  tree_->unbound(n.front().id());
}

void Context::take_out(const Name& name) {
  const std::lock_guard lock(mutex_);
  const auto found = bindings_.find({name.front().id(), name.front().kind()});
  if (found == bindings_.end()) not_found(Reason::missing_node, name);
  tree_->give_binding_back(found->second.bytes);
  bindings_.erase(found);
}

Context::NamingContext Context::new_context() { return tree_->make_context(); }

Context::NamingContext Context::bind_new_context(const Name& n) {
  check(n);
  if (n.size() > 1) return next_context(n)->bind_new_context(rest_of(n));
  auto context = new_context();
  try {
    put(n, {context, BindingType::ncontext}, Existing::refuse);
  } catch (...) {
    context->destroy();
    throw;
  }
  return context;
}

void Context::destroy() {
  if (depth_ == Depth::root)
    throw CORBA::NO_PERMISSION(0, CORBA::CompletionStatus::COMPLETED_NO,
                               "the root context stays as long as the naming service");
  {
    const std::lock_guard lock(mutex_);
    if (!bindings_.empty()) throw CosNaming::NamingContext::NotEmpty{};
    if (std::exchange(is_destroyed_, true)) return;
  }
  tree_->remove_context(shared_from_this());
}

void Context::list(std::uint32_t how_many, CosNaming::BindingList& bl,
                   CORBA::object_reference<CosNaming::BindingIterator>& bi) {
  CosNaming::BindingList all;
  {
    const std::lock_guard lock(mutex_);
    all.reserve(bindings_.size());
    for (const auto& [key, bound] : bindings_)
      all.emplace_back(Name{CosNaming::NameComponent{key.first, key.second}}, bound.type);
  }
  const auto count = std::min({std::size_t{how_many}, all.size(), tree_->limits().listed_at_once});
  const auto rest = all.begin() + static_cast<std::ptrdiff_t>(count);
  bl.assign(std::make_move_iterator(all.begin()), std::make_move_iterator(rest));
  bi = nullptr;
  if (rest != all.end())
    bi = tree_->make_iterator({std::make_move_iterator(rest), std::make_move_iterator(all.end())});
}

// ---- text ----

std::string Context::to_string(const Name& n) {
  check(n);
  return corba::to_text(to_steps(n));
}

Context::Name Context::to_name(const std::string& sn) { return parse(sn); }

std::string Context::to_url(const std::string& addr, const std::string& sn) {
  (void)parse(sn);
  if (!corba::is_url_address(addr)) throw CosNaming::NamingContextExt::InvalidAddress{};
  return "corbaname:" + addr + "#" + corba::escape_for_url(sn);
}

Context::Object Context::resolve_str(const std::string& sn) { return resolve(parse(sn)); }

}  // namespace orbweaver::naming
