// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/compound_name.hpp>
#include <orbweaver/resource/names.hpp>

#include <algorithm>

namespace orbweaver::resource {

namespace {

/// Splits the text at slashes: each part becomes an id.
corba::CompoundName split(const std::string& text) {
  corba::CompoundName steps;
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find('/', at), text.size());
    steps.push_back({text.substr(at, end - at), {}});
    at = end + 1;
  }
  return steps;
}

bool may_be_ids(const corba::CompoundName& steps) {
  return steps.size() <= corba::kMostNameSteps &&
         std::ranges::none_of(steps, [](const auto& step) { return step.id.empty(); });
}

CORBA::object_reference<CORBA::Object> resolve_ids(CosNaming::NamingContextExt& names,
                                                   const corba::CompoundName& steps) {
  CosNaming::Name name;
  for (const auto& step : steps) name.emplace_back(step.id, step.kind);
  return names.resolve(name);
}

}  // namespace

std::string name_text(const std::vector<std::string>& ids) {
  corba::CompoundName steps;
  for (const auto& id : ids) steps.push_back({id, {}});
  return corba::to_text(steps);
}

CORBA::object_reference<CORBA::Object> resolve_written(CosNaming::NamingContextExt& names,
                                                       std::string text) {
  if (text.starts_with('/')) text.erase(0, 1);
  const auto ids = split(text);
  const bool has_another_reading = corba::to_text(ids) != text && may_be_ids(ids);
  try {
    return names.resolve_str(text);
  } catch (const CosNaming::NamingContext::NotFound&) {
    if (!has_another_reading) throw;
  } catch (const CosNaming::NamingContext::InvalidName&) {
    if (!has_another_reading) throw;
  }
  return resolve_ids(names, ids);
}

std::string first_step(const std::string& text) {
  const auto steps = corba::parse_name(text);
  const bool is_as_written = steps && steps->front().kind.empty();
  return is_as_written ? steps->front().id : text.substr(0, text.find('/'));
}

}  // namespace orbweaver::resource
