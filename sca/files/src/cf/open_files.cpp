// SPDX-License-Identifier: Apache-2.0
#include "open_files.hpp"

#include "file.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace orbweaver::files {

void OpenFiles::Slot::belongs_to(std::weak_ptr<File> file) {
  const std::lock_guard lock(all_->mutex_);
  file_ = std::move(file);
}

std::unique_ptr<OpenFiles::Slot> OpenFiles::take(Purpose purpose) {
  // The program's own work belongs to no client, even if a client's request caused it.
  auto slot = std::make_unique<Slot>(
      shared_from_this(), purpose,
      purpose == Purpose::own_work ? std::nullopt : corba::Caller::current());
  Round round;
  bool is_taken = false;
  {
    const std::lock_guard lock(mutex_);
    end_abandoned(round);
    is_taken = (has_share(*slot) || end_one(round, slot.get())) &&
               (!is_full(*slot) || end_one(round, nullptr));
    if (is_taken) slot->at_ = slots_.insert(slots_.end(), slot.get());
  }
  for (const auto& entry : round.to_end) entry->end_unused();
  return is_taken ? std::move(slot) : nullptr;
}

/// Requires: mutex_ held.
bool OpenFiles::is_full(const Slot& newcomer) const {
  const auto reserve = newcomer.purpose_ == Purpose::client ? 0 : limits_.reserve;
  return slots_.size() >= limits_.open_files + reserve;
}

/// Requires: mutex_ held.
bool OpenFiles::has_share(const Slot& newcomer) const {
  if (newcomer.purpose_ == Purpose::own_work || !newcomer.owner_) return true;
  const auto mine =
      std::ranges::count_if(slots_, [&](const Slot* one) { return one->shares_with(newcomer); });
  const auto most = newcomer.purpose_ == Purpose::loading ? limits_.loaded_by_one
                                                          : limits_.open_files_of_a_client;
  return static_cast<std::size_t>(mine) < most;
}

/// Requires: mutex_ held.
void OpenFiles::put_out(Slot& slot) noexcept {
  if (const auto at = std::exchange(slot.at_, std::nullopt)) slots_.erase(*at);
}

/// Requires: mutex_ held.
void OpenFiles::end_abandoned(Round& round) {
  for (auto at = slots_.begin(); at != slots_.end();) {
    auto& slot = **at++;
    if (!slot.has_lost_its_client() || !slot.is_quiet_for(limits_.after_its_client)) continue;
    auto file = slot.file_.lock();
    if (!file) continue;
    round.to_end.push_back(std::move(file));
    put_out(slot);
  }
}

bool OpenFiles::may_end(const Slot& slot) const noexcept {
  return slot.is_quiet_for(slot.has_lost_its_client() ? limits_.return_of_its_client
                                                      : limits_.idle);
}

/// Requires: mutex_ held.
bool OpenFiles::end_one(Round& round, const Slot* newcomer) {
  Slot* chosen = nullptr;
  std::pair<bool, TimePoint> least;  // files without a client first
  for (auto* const one : slots_) {
    if (newcomer != nullptr && !one->shares_with(*newcomer)) continue;
    if (!may_end(*one)) continue;
    const std::pair rank{!one->has_lost_its_client(), one->last_use()};
    auto file = one->file_.lock();
    if (!file) continue;
    round.kept.push_back(std::move(file));
    if (chosen != nullptr && least <= rank) continue;
    chosen = one;
    least = rank;
  }
  if (chosen == nullptr) return false;
  round.to_end.push_back(chosen->file_.lock());
  put_out(*chosen);
  return true;
}

void OpenFiles::leave(Slot& slot) noexcept {
  const std::lock_guard lock(mutex_);
  put_out(slot);
}

}  // namespace orbweaver::files
