#include "running_settings.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "files/known_properties.hpp"
#include "values/queried.hpp"
#include "values/value_json.hpp"
#include "values/value_text.hpp"

namespace orbweaver::control {

namespace {

/// What value_like() reads as the value.
std::string text_for(const property::Value& value) {
  const auto json = json_of(value);
  if (const auto* complex = std::get_if<property::Complex>(&value)) {
    const auto imaginary = property::to_text(complex->imaginary);
    const bool is_negative = imaginary.starts_with('-');
    return property::to_text(complex->real) +
           (is_negative ? "-j" + imaginary.substr(1) : "+j" + imaginary);
  }
  return json.is_string() ? json.get<std::string>()
                          : json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Empty: it is as the profiles say, or cannot be written.
std::string word_for(KnownProperties& known, const std::string& id, const property::Value& value) {
  const auto found = known.find(id);
  const auto model =
      found ? model_of(found->definition, found->all) : Result<property::Value, std::string>{value};
  if (!model || *model == value) return {};
  auto text = text_for(value);
  const auto again = value_like(*model, text);
  return again && *again == value ? id + "=" + text : std::string{};
}

}  // namespace

std::vector<std::string> settings_of(const Domain& domain, const Target& target) {
  std::vector<std::string> words;
  try {
    KnownProperties known{domain, target.application->profile(), {}};
    const auto settable = known.settable();
    for (const auto& each : query(domain.orb, *target.application)) {
      if (!each.value || std::ranges::find(settable, each.id) == settable.end()) continue;
      if (auto word = word_for(known, each.id, *each.value); !word.empty())
        words.push_back(std::move(word));
    }
  } catch (const CORBA::Exception&) {
  } catch (const Failed&) {  // its profiles are gone
  }
  return words;
}

std::vector<std::string> placement_of(const Target& target) {
  std::map<std::string, std::set<std::string>> devices;
  try {
    for (const auto& each : target.application->componentDevices())
      devices[instantiation_in(each.componentId(), target.name)].insert(each.assignedDeviceId());
  } catch (const CORBA::Exception&) {
  }
  std::vector<std::string> words;
  for (const auto& [component, used] :
       devices)  // of several, one executes it: which one is not known
    if (used.size() == 1) words.push_back(component + "=" + *used.begin());
  return words;
}

}  // namespace orbweaver::control
