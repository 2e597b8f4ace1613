// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/log.hpp>
#include <orbweaver/wire/choice_log.hpp>

#include <utility>

namespace orbweaver::wire {

ChoiceLog::ChoiceLog(std::vector<Choice> first, Telling telling)
    : first_(std::move(first)), telling_(telling) {
  if (telling_ == Telling::off) return;
  for (const auto& choice : first_) tell(to_string(choice));
}

void ChoiceLog::add(Choice choice) {
  if (telling_ == Telling::on) tell(to_string(choice));
  const std::lock_guard lock(mutex_);
  connections_.push_back(std::move(choice));
  if (connections_.size() <= kMostConnections) return;
  connections_.pop_front();
  ++forgotten_;
}

std::vector<Choice> ChoiceLog::all() const {
  auto choices = first_;
  const std::lock_guard lock(mutex_);
  choices.insert(choices.end(), connections_.begin(), connections_.end());
  if (forgotten_ > 0)
    choices.push_back({"earlier connections", std::to_string(forgotten_),
                       "the latest " + std::to_string(kMostConnections) + " are kept"});
  return choices;
}

}  // namespace orbweaver::wire
