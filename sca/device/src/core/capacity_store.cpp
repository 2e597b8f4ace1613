// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/capacity_store.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace orbweaver::device {

namespace {

// A sum that does not fit is more than any device has.
std::uint64_t sum(std::uint64_t left, std::uint64_t right) noexcept {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  return left > kMost - right ? kMost : left + right;
}

}  // namespace

CapacityStore::CapacityStore(const Amounts& totals) {
  for (const auto& amount : totals) entries_[amount.id].total = amount.units;
}

std::uint64_t CapacityStore::left(const std::string& id) const {
  const auto& entry = entries_.at(id);
  return entry.total - entry.taken;
}

std::vector<std::string> CapacityStore::ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, entry] : entries_) ids.push_back(id);
  return ids;
}

bool CapacityStore::is_anything_taken() const noexcept {
  return std::ranges::any_of(entries_, [](const auto& entry) { return entry.second.taken != 0; });
}

bool CapacityStore::is_exhausted() const noexcept {
  return !entries_.empty() && std::ranges::all_of(entries_, [](const auto& entry) {
    return entry.second.taken == entry.second.total;
  });
}

Result<CapacityStore::Sums, CapacityRefusal> CapacityStore::sums_of(const Amounts& amounts) const {
  Sums sums;
  CapacityRefusal refusal{CapacityError::unknown, {}};
  for (const auto& amount : amounts) {
    auto& units = sums[amount.id];
    units = sum(units, amount.units);
    if (!has(amount.id)) refusal.ids.push_back(amount.id);
  }
  if (!refusal.ids.empty()) return unexpected{std::move(refusal)};
  return sums;
}

Result<void, CapacityRefusal> CapacityStore::take(const Amounts& amounts) {
  const auto sums = sums_of(amounts);
  if (!sums) return unexpected{sums.error()};
  CapacityRefusal refusal{CapacityError::not_enough, {}};
  for (const auto& [id, units] : *sums)
    if (units > left(id)) refusal.ids.push_back(id);
  if (!refusal.ids.empty()) return unexpected{std::move(refusal)};
  for (const auto& [id, units] : *sums) entries_.at(id).taken += units;
  return {};
}

Result<void, CapacityRefusal> CapacityStore::give_back(const Amounts& amounts) {
  const auto sums = sums_of(amounts);
  if (!sums) return unexpected{sums.error()};
  CapacityRefusal refusal{CapacityError::not_taken, {}};
  for (const auto& [id, units] : *sums)
    if (units > entries_.at(id).taken) refusal.ids.push_back(id);
  if (!refusal.ids.empty()) return unexpected{std::move(refusal)};
  for (const auto& [id, units] : *sums) entries_.at(id).taken -= units;
  return {};
}

void CapacityStore::keep_only(const Amounts& amounts) {
  Sums kept;
  for (const auto& amount : amounts) kept[amount.id] = sum(kept[amount.id], amount.units);
  for (auto& [id, entry] : entries_) entry.taken = std::min(entry.taken, kept[id]);
}

}  // namespace orbweaver::device
