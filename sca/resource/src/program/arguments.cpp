// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/program/arguments.hpp>

#include <algorithm>

namespace orbweaver::resource {

namespace {

constexpr const char* kContext = "NAMING_CONTEXT_IOR";
constexpr const char* kBinding = "NAME_BINDING";
constexpr const char* kIdentifier = "COMPONENT_IDENTIFIER";
constexpr const char* kProfile = "PROFILE_NAME";

/// Where the value of one of the standard's ids goes; null for all others.
std::string* place_of(Arguments& arguments, std::string_view id) {
  id.remove_prefix(std::min(id.find_first_not_of('-'), id.size()));
  if (id == kContext) return &arguments.naming_context;
  if (id == kBinding) return &arguments.name_binding;
  if (id == kIdentifier) return &arguments.identifier;
  if (id == kProfile) return &arguments.profile;
  return nullptr;
}

Result<void, std::string> take(Arguments& arguments, const std::string& id,
                               const std::string& value) {
  auto* const place = place_of(arguments, id);
  if (place == nullptr) {
    arguments.parameters.push_back({id, value});
    return {};
  }
  if (value.empty()) return unexpected(id + " has an empty value");
  if (!place->empty()) return unexpected(id + " is given twice");
  *place = value;
  return {};
}

Result<Arguments, std::string> complete(Arguments arguments) {
  if (arguments.identifier.empty())
    return unexpected(std::string{kIdentifier} + " is missing: give it and a value");
  if (arguments.naming_context.empty() != arguments.name_binding.empty())
    return unexpected(std::string{kContext} + " and " + kBinding +
                      " belong together: give both or neither");
  return arguments;
}

}  // namespace

const std::string* Arguments::find(std::string_view id) const {
  const std::string* found = nullptr;
  for (const auto& parameter : parameters) {
    if (parameter.id != id) continue;
    parameter.was_found.set();
    found = &parameter.value;
  }
  return found;
}

Result<Arguments, std::string> parse_arguments(std::span<const std::string> words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (i + 1 == words.size())
      return unexpected("'" + words[i] +
                        "' has no value: arguments are pairs of an id and a value");
    if (auto taken = take(arguments, words[i], words[i + 1]); !taken)
      return unexpected(std::move(taken.error()));
  }
  return complete(std::move(arguments));
}

}  // namespace orbweaver::resource
