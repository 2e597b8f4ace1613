#include <orbweaver/resource/property_rules.hpp>
#include <orbweaver/resource/property_store.hpp>

#include <algorithm>
#include <exception>
#include <iterator>

namespace orbweaver::resource {

using property::Field, property::Property, property::Value;

namespace {

Refusal::Cause cause_of(const property::Fault& fault) {
  if (fault.kind != property::Fault::Kind::misfit) return Refusal::Cause::wrong_form;
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

}  // namespace

PropertyStore::PropertyStore(std::vector<Property> definitions)
    : definitions_(std::move(definitions)) {
  for (const auto& definition : definitions_) {
    auto made = property::default_of(definition, definitions_);
    std::ranges::move(made.faults, std::back_inserter(faults_));
    held_[common_of(definition).id] = {&definition, std::move(made.value), {}};
  }
}

Result<PropertyStore::Held*, Refusal> PropertyStore::find(std::string_view id) {
  const auto found = held_.find(id);
  if (found != held_.end()) return &found->second;
  return unexpected(
      Refusal{Refusal::Cause::unknown, std::string{id} + ": the component has no such property"});
}

Result<const PropertyStore::Held*, Refusal> PropertyStore::find(std::string_view id) const {
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
  if (!held) return unexpected(held.error());
  return resource::check_configurable(common_of(*(*held)->definition));
}

Result<bool, Refusal> PropertyStore::put(Held& held, const Value& value) {
  auto fit = fitted(*held.definition, definitions_, value, held.value ? &*held.value : nullptr);
  if (!fit) return unexpected(std::move(fit.error()));
  const bool is_new = held.value != *fit;
  held.value = std::move(*fit);
  return is_new;
}

Result<PropertyStore::Held*, Refusal> PropertyStore::configure_one(const Field& given) {
  if (auto allowed = check_configurable(given.id); !allowed)
    return unexpected(std::move(allowed.error()));
  auto* const held = *find(given.id);
  auto is_new = put(*held, given.value);
  if (!is_new) return unexpected(std::move(is_new.error()));
  return *is_new ? held : nullptr;
}

std::vector<PropertyStore::Rejected> PropertyStore::configure(const std::vector<Field>& given) {
  std::vector<Rejected> rejected;
  std::vector<Held*> changed;
  std::vector<Call> calls;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < given.size(); ++i) {
      auto outcome = configure_one(given[i]);
      if (!outcome)
        rejected.push_back({i, std::move(outcome.error())});
      else if (*outcome != nullptr && std::ranges::count(changed, *outcome) == 0)
        changed.push_back(*outcome);
    }
    calls = calls_for(changed);
  }
  run(calls);
  return rejected;
}

std::vector<PropertyStore::Call> PropertyStore::calls_for(const std::vector<Held*>& changed) {
  std::vector<Call> calls;
  for (const auto* held : changed)
    for (const auto& listener : held->listeners) calls.push_back({listener, *held->value});
  return calls;
}

void PropertyStore::run(const std::vector<Call>& calls) {
  std::exception_ptr first;
  for (const auto& [listener, value] : calls) {
    try {
      (*listener)(value);
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
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
  if (auto is_new = put(**held, value); !is_new) return unexpected(std::move(is_new.error()));
  return {};
}

bool PropertyStore::is_parameter(std::string_view id) const {
  const auto held = find(id);
  if (!held) return false;
  const auto& definition = *(*held)->definition;
  const auto* simple = std::get_if<property::Simple>(&definition);
  return common_of(definition).kinds.has(property::Kind::execparam) ||
         (simple != nullptr && simple->commandline);
}

Result<void, Refusal> PropertyStore::set_text(std::string_view id, std::string_view text) {
  const auto held = find(id);
  if (!held) return unexpected(held.error());
  const property::Override given{std::string{id}, std::string{text}, {}};
  auto made = property::value_of(*(*held)->definition, definitions_, given);
  if (made.value) return set(id, *made.value);
  const auto& fault = made.faults.front();
  return unexpected(Refusal{cause_of(fault), std::string{id} + ": " + fault.misfit.text});
}

}  // namespace orbweaver::resource
