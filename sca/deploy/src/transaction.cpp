// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/side_by_side.hpp>
#include <orbweaver/deploy/transaction.hpp>

#include <algorithm>
#include <iterator>
#include <span>

namespace orbweaver::deploy {

namespace {

/// Returns how many components are given back at the same time. Terminations take time and do not
/// depend on each other. A release may wait for packets that its receiver takes only when it is
/// released, too: so all are released at the same time.
std::size_t at_once(Step step, std::size_t threads, std::size_t count) {
  if (step == Step::release && threads > 1) return count;
  return step == Step::terminate ? threads : 1;
}

std::optional<StepFailure> give_back(const Undo& undo) {
  auto outcome = undo.give_back();
  if (outcome) return {};
  return StepFailure{undo.step, undo.component, undo.device, std::move(outcome.error())};
}

void give_back_all(std::span<const Undo> of_one_step, std::size_t threads, Failures& failures) {
  std::vector<std::optional<StepFailure>> found(of_one_step.size());
  const auto count = of_one_step.size();
  side_by_side(count, at_once(of_one_step.front().step, threads, count),
               [&](std::size_t i) { found[i] = give_back(of_one_step[i]); });
  for (auto& failure : found) {
    if (failure) failures.push_back(std::move(*failure));
  }
}

}  // namespace

void Transaction::record(Undo undo) {
  const std::lock_guard lock{mutex_};
  records_.push_back(std::move(undo));
}

void Transaction::absorb(Transaction& other) {
  const std::scoped_lock lock{mutex_, other.mutex_};
  std::ranges::move(other.records_, std::back_inserter(records_));
  other.records_.clear();
}

std::vector<Undo> Transaction::take_up_to(Step last) {
  const std::lock_guard lock{mutex_};
  const auto kept =
      std::ranges::stable_partition(records_, [&](const Undo& one) { return one.step > last; });
  std::vector<Undo> taken{std::make_move_iterator(kept.begin()),
                          std::make_move_iterator(kept.end())};
  records_.erase(kept.begin(), kept.end());
  std::ranges::reverse(taken);
  std::ranges::stable_sort(taken, {}, &Undo::step);
  return taken;
}

Failures Transaction::undo(Step last, std::size_t threads) {
  Failures failures;
  // Removes the records first, so that none is given back twice.
  const auto taken = take_up_to(last);
  for (auto at = taken.begin(); at != taken.end();) {
    const auto end =
        std::find_if(at, taken.end(), [&](const Undo& u) { return u.step != at->step; });
    give_back_all({at, end}, threads, failures);
    at = end;
  }
  return failures;
}

std::size_t Transaction::size() const {
  const std::lock_guard lock{mutex_};
  return records_.size();
}

std::vector<Taken> Transaction::taken() const {
  const std::lock_guard lock{mutex_};
  std::vector<Taken> all;
  for (const auto& record : records_)
    all.push_back(
        {record.step, record.component, record.device, record.subject, record.capacities});
  return all;
}

void Transaction::abandon() {
  const std::lock_guard lock{mutex_};
  records_.clear();
}

bool Transaction::has(Step step, const std::string& component) const {
  const std::lock_guard lock{mutex_};
  return std::ranges::any_of(
      records_, [&](const Undo& one) { return one.step == step && one.component == component; });
}

std::optional<StepFailure> Transaction::undo_one(Step step, const std::string& subject) {
  return undo_first([&](const Undo& one) { return one.step == step && one.subject == subject; });
}

std::optional<StepFailure> Transaction::undo_of(Step step, const std::string& component) {
  return undo_first(
      [&](const Undo& one) { return one.step == step && one.component == component; });
}

std::optional<StepFailure> Transaction::undo_first(const std::function<bool(const Undo&)>& is_it) {
  std::optional<Undo> found;
  {
    const std::lock_guard lock{mutex_};
    const auto at = std::ranges::find_if(records_, is_it);
    if (at == records_.end()) return {};
    found = std::move(*at);
    records_.erase(at);
  }
  return give_back(*found);
}

}  // namespace orbweaver::deploy
