// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/program_names.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

namespace orbweaver::domain {

namespace {

bool is_plain(char character) {
  const auto code = static_cast<unsigned char>(character);
  return code > 0x20 && code < 0x7f && character != '/' && character != '.' && character != '\\';
}

std::string plain(std::string text) {
  std::ranges::replace_if(text, std::not_fn(is_plain), '_');
  return text;
}

}  // namespace

std::string ProgramNames::add(const std::string& prefix, ComponentName component) {
  const std::scoped_lock lock{mutex_};
  auto name = plain(prefix) + "_" + std::to_string(++last_number_);
  names_.emplace(name, Entry{std::move(component), false});
  return name;
}

void ProgramNames::restore(const std::string& name, ComponentName component) {
  const std::scoped_lock lock{mutex_};
  std::uint64_t number = 0;
  const auto* const digits = name.data() + name.rfind('_') + 1;
  (void)std::from_chars(digits, name.data() + name.size(), number);
  last_number_ = std::max(last_number_, number);
  names_.insert_or_assign(name, Entry{std::move(component), false});
}

std::optional<ComponentName> ProgramNames::find(const std::string& name) const {
  const std::scoped_lock lock{mutex_};
  const auto found = names_.find(name);
  return found == names_.end() ? std::nullopt : std::optional{found->second.component};
}

void ProgramNames::retire(std::uint64_t application) {
  const std::scoped_lock lock{mutex_};
  for (auto& [name, entry] : names_) {
    if (entry.component.application != application) continue;
    if (!std::exchange(entry.is_retired, true)) retired_.push_back(name);
  }
  for (; retired_.size() > kMostRetired; retired_.pop_front()) names_.erase(retired_.front());
}

}  // namespace orbweaver::domain
