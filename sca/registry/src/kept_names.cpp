// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/kept_names.hpp>

#include <orbweaver/program/exception_text.hpp>

#include <algorithm>

namespace orbweaver::registry {

namespace {

CosNaming::Name name_of(const std::string& id) { return {CosNaming::NameComponent{id, ""}}; }

KeptNames::Object bound_in(CosNaming::NamingContext& context, const std::string& id) {
  try {
    return context.resolve(name_of(id));
  } catch (const CosNaming::NamingContext::NotFound&) {
    return nullptr;
  }
}

/// Tries again: a client may bind or unbind the name between two calls.
template <class Try>
auto in_several_tries(Try attempt) {
  constexpr int kMost = 10;
  for (int i = 1; i < kMost; ++i) {
    try {
      return attempt();
    } catch (const CosNaming::NamingContext::AlreadyBound&) {
      continue;
    } catch (const CosNaming::NamingContext::NotFound&) {
      continue;
    }
  }
  return attempt();
}

}  // namespace

void KeptNames::keep(const Context& in, const std::string& id, const Object& object) {
  const std::scoped_lock lock{mutex_};
  kept_.push_back({in, id, object, nullptr});
}

void KeptNames::keep_context(const Context& in, const std::string& id, const Context& context) {
  const std::scoped_lock lock{mutex_};
  kept_.push_back({in, id, context, context});
}

void KeptNames::give_up() {
  const std::scoped_lock lock{mutex_};
  kept_.clear();
}

bool KeptNames::has(const std::string& id) const {
  const std::scoped_lock lock{mutex_};
  return std::ranges::find(kept_, id, &KeptName::id) != kept_.end();
}

std::vector<KeptNames::KeptName> KeptNames::all() const {
  const std::scoped_lock lock{mutex_};
  return kept_;
}

void KeptNames::bind_again(const KeptName& kept) {
  if (bound_in(*kept.in, kept.id)) kept.in->unbind(name_of(kept.id));
  if (kept.context)
    kept.in->bind_context(name_of(kept.id), kept.context);
  else
    kept.in->bind(name_of(kept.id), kept.object);
}

std::optional<std::string> KeptNames::restore_one(const KeptName& kept) {
  const auto now = bound_in(*kept.in, kept.id);
  if (now && now->_is_equivalent(kept.object)) return {};
  bind_again(kept);
  return "the name '" + kept.id + "' was " + (now ? "bound to another object" : "unbound") +
         " by a client: it is bound again";
}

std::vector<std::string> KeptNames::restore() const {
  const std::scoped_lock one{restoring_};
  std::vector<std::string> lines;
  for (const auto& kept_name : all()) {
    try {
      if (auto line = in_several_tries([&] { return restore_one(kept_name); }))
        lines.push_back(*std::move(line));
    } catch (const CORBA::Exception& failed) {
      lines.push_back(
          "the name '" + kept_name.id +
          "' is not bound any more, and cannot be bound again: " + program::text_of(failed));
    }
  }
  return lines;
}

}  // namespace orbweaver::registry
