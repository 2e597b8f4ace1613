// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/property_rules.hpp>
#include <orbweaver/resource/property_store.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <span>

namespace orbweaver::resource {

using property::Field, property::Property, property::Value;

namespace {

Refusal::Cause cause_of(const property::DefaultFault& fault) {
  if (fault.kind != property::DefaultFault::Kind::misfit) return Refusal::Cause::wrong_form;
  switch (fault.misfit.cause) {
    case property::Misfit::Cause::not_of_type:
      return Refusal::Cause::wrong_type;
    case property::Misfit::Cause::out_of_range:
      return Refusal::Cause::out_of_range;
    case property::Misfit::Cause::not_enumerated:
      return Refusal::Cause::not_enumerated;
  }
  return Refusal::Cause::wrong_type;
}

/// The text of the exception that the call throws; nothing if it accepts its arguments.
template <class Call>
std::optional<std::string> refusal_of(Call call) {
  try {
    call();
    return std::nullopt;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "the component threw what is no std::exception";
  }
}

/// Calls the listeners with the old value. If one refuses it, that is a fault of the component, and
/// nothing can be done here.
void tell_again(std::span<const std::shared_ptr<const PropertyStore::Listener>> listeners,
                const Value& value) {
  for (const auto& listener : listeners) (void)refusal_of([&] { (*listener)(value); });
}

}  // namespace

PropertyStore::PropertyStore(std::vector<Property> definitions)
    : definitions_(std::move(definitions)) {
  for (const auto& definition : definitions_) {
    auto result = property::default_of(definition, definitions_);
    std::ranges::move(result.faults, std::back_inserter(faults_));
    held_[common_of(definition).id] = {&definition, std::move(result.value), {}};
  }
}

Result<PropertyStore::HeldProperty*, Refusal> PropertyStore::find(std::string_view id) {
  const auto found = held_.find(id);
  if (found != held_.end()) return &found->second;
  return unexpected(
      Refusal{Refusal::Cause::unknown, std::string{id} + ": the component has no such property"});
}

Result<const PropertyStore::HeldProperty*, Refusal> PropertyStore::find(std::string_view id) const {
  return const_cast<PropertyStore*>(this)->find(id);
}

Result<void, Refusal> PropertyStore::on_change(std::string_view id, Listener listener) {
  const auto held = find(id);
  if (!held) return unexpected(held.error());
  const std::lock_guard lock(mutex_);
  (*held)->listeners.push_back(std::make_shared<const Listener>(std::move(listener)));
  return {};
}

// ---- for CF::PropertySet ----

Result<void, Refusal> PropertyStore::check_configurable(std::string_view id) const {
  const auto held = find(id);
  auto allowed = held ? resource::check_configurable(common_of(*(*held)->definition))
                      : Result<void, Refusal>{unexpected(held.error())};
  if (!allowed && allowed.error().cause != Refusal::Cause::wrong_kind)
    allowed.error().text += "; choose from " + configurable_ones();
  return allowed;
}

std::string PropertyStore::configurable_ones() const {
  std::string all;
  for (const auto& definition : definitions_)
    if (resource::check_configurable(common_of(definition)))
      all += (all.empty() ? "" : ", ") + common_of(definition).id;
  return all.empty() ? "none: it has none that can be configured" : all;
}

Result<void, Refusal> PropertyStore::put(HeldProperty& held, const Value& value) {
  auto fit = fitted(*held.definition, definitions_, value, held.value ? &*held.value : nullptr);
  if (!fit) return unexpected(std::move(fit.error()));
  held.value = std::move(*fit);
  return {};
}

Result<PropertyStore::Configured, Refusal> PropertyStore::configure_one(const Field& given) {
  if (auto allowed = check_configurable(given.id); !allowed)
    return unexpected(std::move(allowed.error()));
  auto* const held = *find(given.id);
  auto before = held->value;
  if (auto done = put(*held, given.value); !done) return unexpected(std::move(done.error()));
  return Configured{held, std::move(before)};
}

std::vector<PropertyStore::Change> PropertyStore::store(const std::vector<Field>& given,
                                                        std::vector<Rejected>& rejected) {
  std::vector<Change> changes;
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < given.size(); ++i) {
    auto outcome = configure_one(given[i]);
    if (!outcome) {
      rejected.push_back({i, std::move(outcome.error())});
      continue;
    }
    auto change = std::ranges::find(changes, outcome->held, &Change::held);
    if (change == changes.end())
      change = changes.insert(change, {outcome->held, {}, std::move(outcome->before), {}, {}});
    change->indices.push_back(i);
  }
  std::erase_if(changes, [](const Change& change) { return change.held->value == change.before; });
  for (auto& change : changes) {
    change.now = *change.held->value;
    change.listeners = change.held->listeners;
  }
  return changes;
}

std::vector<PropertyStore::Rejected> PropertyStore::configure(const std::vector<Field>& given) {
  std::vector<Rejected> rejected;
  std::vector<Change> taken;
  const auto reject = [&](const Change& change, const std::string& why) {
    restore(change);
    for (const auto index : change.indices)
      rejected.push_back({index, Refusal{Refusal::Cause::refused, why}});
  };
  const auto id_of = [](const Change& change) { return common_of(*change.held->definition).id; };
  for (auto& change : store(given, rejected)) {
    if (const auto outcome = call_listeners(change); !outcome)
      reject(change, id_of(change) + ": " + outcome.error());
    else
      taken.push_back(std::move(change));
  }
  if (const auto outcome = call_group_listener(taken); !outcome)
    for (const auto& change : taken) {
      if (change.before) tell_again(change.listeners, *change.before);
      reject(change, outcome.error());
    }
  std::ranges::sort(rejected, {}, &Rejected::index);
  return rejected;
}

Result<void, std::string> PropertyStore::call_group_listener(
    const std::vector<Change>& changes) const {
  if (!group_listener_ || changes.empty()) return {};
  std::vector<std::string> ids;
  for (const auto& change : changes) ids.push_back(common_of(*change.held->definition).id);
  const auto refusal = refusal_of([&] { group_listener_(ids); });
  if (refusal) return unexpected(*refusal);
  return {};
}

Result<void, std::string> PropertyStore::call_listeners(const Change& change) {
  for (auto listener = change.listeners.begin(); listener != change.listeners.end(); ++listener) {
    const auto refusal = refusal_of([&] { (**listener)(change.now); });
    if (!refusal) continue;
    if (change.before) tell_again({change.listeners.begin(), listener}, *change.before);
    return unexpected(*refusal);
  }
  return {};
}

void PropertyStore::restore(const Change& change) {
  const std::lock_guard lock(mutex_);
  if (change.held->value == change.now) change.held->value = change.before;
}

Result<std::optional<Value>, Refusal> PropertyStore::query(std::string_view id) const {
  const auto held = find(id);
  if (!held) return unexpected(held.error());
  if (auto allowed = check_queryable(common_of(*(*held)->definition)); !allowed)
    return unexpected(std::move(allowed.error()));
  return get(id);
}

std::vector<std::string> PropertyStore::queryable() const {
  std::vector<std::string> ids;
  for (const auto& definition : definitions_) {
    const auto& common = common_of(definition);
    const bool counts = (*find(common.id))->definition == &definition;
    if (counts && check_queryable(common)) ids.push_back(common.id);
  }
  return ids;
}

// ---- for the component itself ----

Result<std::optional<Value>, Refusal> PropertyStore::get(std::string_view id) const {
  const auto held = find(id);
  if (!held) return unexpected(held.error());
  const std::lock_guard lock(mutex_);
  return (*held)->value;
}

Result<void, Refusal> PropertyStore::set(std::string_view id, const Value& value) {
  const auto held = find(id);
  if (!held) return unexpected(held.error());
  const std::lock_guard lock(mutex_);
  return put(**held, value);
}

bool PropertyStore::is_parameter(std::string_view id) const {
  const auto held = find(id);
  if (!held) return false;
  const auto& definition = *(*held)->definition;
  const auto* simple = std::get_if<property::Simple>(&definition);
  return common_of(definition).kinds.has(property::Kind::execparam) ||
         (simple != nullptr && simple->commandline);
}

std::vector<std::string> PropertyStore::parameters() const {
  std::vector<std::string> ids;
  for (const auto& definition : definitions_)
    if (const auto& id = common_of(definition).id; is_parameter(id)) ids.push_back(id);
  return ids;
}

Result<void, Refusal> PropertyStore::set_text(std::string_view id, std::string_view text) {
  const auto held = find(id);
  if (!held) return unexpected(held.error());
  const property::Override given{std::string{id}, std::string{text}, {}};
  auto value = property::value_of(*(*held)->definition, definitions_, given);
  if (value.value) return set(id, *value.value);
  const auto& fault = value.faults.front();
  return unexpected(Refusal{cause_of(fault), std::string{id} + ": " + fault.misfit.text});
}

}  // namespace orbweaver::resource
