// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/send_line.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace orbweaver::wire {

bool SendLine::has_batch() const noexcept { return std::ranges::any_of(line_, &Waiting::is_batch); }

SendLine::Waiting& SendLine::add() {
  if (free_entries_.empty()) return line_.emplace_back();
  line_.splice(line_.end(), free_entries_, free_entries_.begin());
  return line_.back() = {};
}

void SendLine::erase(Line::iterator entry) noexcept {
  free_entries_.splice(free_entries_.end(), line_, entry);
}

void SendLine::add_batch() {
  auto& batch = add().batch;
  if (spare_.empty()) return;
  batch = std::move(spare_.back());
  spare_.pop_back();
}

bool SendLine::remove_caller(const SendingCaller& caller) noexcept {
  const auto entry = std::ranges::find(line_, &caller, &Waiting::caller);
  if (entry == line_.end()) return false;
  erase(entry);
  return true;
}

SendingCaller& SendLine::take_caller() noexcept {
  auto& caller = *line_.front().caller;
  erase(line_.begin());
  return caller;
}

SendingCaller* SendLine::take_any_caller() noexcept {
  const auto entry =
      std::ranges::find_if(line_, [](const Waiting& one) { return one.caller != nullptr; });
  if (entry == line_.end()) return nullptr;
  auto* const caller = entry->caller;
  erase(entry);
  return caller;
}

SendLine::Taken SendLine::take_batch() {
  Taken taken{.batch = std::move(line_.front().batch)};
  erase(line_.begin());
  taken.batch.pack();
  for (const auto& message : taken.batch.messages())
    taken.ends_pause = level_.remove(message.size) || taken.ends_pause;
  return taken;
}

void SendLine::keep_spare(Batch batch) noexcept {
  batch.clear();
  if (spare_.size() >= 2) return;
  try {
    spare_.push_back(std::move(batch));
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): then there is no spare
  }
}

SendLine::Dropped SendLine::drop_for_one_more(First first) {
  Dropped dropped;
  bool has_dropped = drop_one(first, dropped);
  while (has_dropped && level_.is_full()) has_dropped = drop_one(first, dropped);
  return dropped;
}

bool SendLine::drop_one(First first, Dropped& dropped) {
  for (auto entry = line_.begin(); entry != line_.end(); ++entry) {
    const auto size = entry->batch.drop_oldest();
    if (!size) continue;
    if (entry->batch.is_empty()) leave(entry, first);
    dropped.ends_pause = level_.remove(*size) || dropped.ends_pause;
    ++dropped.messages;
    return true;
  }
  return false;
}

// Removes a batch that has become empty. A batch that has been granted the SendLock stays: the
// flusher is about to take it.
void SendLine::leave(Line::iterator entry, First first) {
  if (first == First::is_granted && entry == line_.begin()) return;
  keep_spare(std::move(entry->batch));
  erase(entry);
}

std::uint64_t SendLine::drop_all() {
  std::uint64_t messages = 0;
  for (auto& one : line_) {
    one.batch.pack();
    messages += one.batch.messages().size();
    one.batch.clear();
  }
  return messages;
}

}  // namespace orbweaver::wire
