// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/lives.hpp>

#include <vector>

namespace orbweaver::deploy {

std::stop_token Lives::while_wanted(const std::string& component) {
  const std::lock_guard lock{mutex_};
  auto& life = lives_[component];
  if (is_cancelled_) life.wanted.request_stop();
  return life.wanted.get_token();
}

std::stop_token Lives::while_it_lives(const std::string& component) {
  const std::lock_guard lock{mutex_};
  return lives_[component].lives.get_token();
}

bool Lives::ended(const std::string& component, const std::string& how, EndedPart part) {
  Life copy;
  {
    const std::lock_guard lock{mutex_};
    auto& life = lives_[component];
    life.has_process_ended = life.has_process_ended || part == EndedPart::process;
    if (life.how_ended) return false;
    life.how_ended = how;
    if (!first_ending_) first_ending_ = Ending{component, how};
    copy = life;
  }
  // Without the lock, as callbacks of the token run here.
  copy.wanted.request_stop();
  copy.lives.request_stop();
  return true;
}

void Lives::hung(const std::string& component) {
  const std::lock_guard lock{mutex_};
  lives_[component].is_hung = true;
}

void Lives::answered(const std::string& component) {
  const std::lock_guard lock{mutex_};
  if (const auto found = lives_.find(component); found != lives_.end())
    found->second.is_hung = false;
}

void Lives::may_answer_again() {
  const std::lock_guard lock{mutex_};
  for (auto& [component, life] : lives_) life.is_hung = false;
}

void Lives::cancel() {
  std::vector<std::stop_source> sources;
  {
    const std::lock_guard lock{mutex_};
    is_cancelled_ = true;
    for (const auto& [component, life] : lives_) sources.push_back(life.wanted);
  }
  for (auto& source : sources) source.request_stop();
}

Lives::Condition Lives::condition(const std::string& component) const {
  const std::lock_guard lock{mutex_};
  const auto found = lives_.find(component);
  if (found == lives_.end()) return Condition::answers;
  if (found->second.how_ended) return Condition::ended;
  return found->second.is_hung ? Condition::hung : Condition::answers;
}

std::optional<std::string> Lives::how_ended(const std::string& component) const {
  const std::lock_guard lock{mutex_};
  const auto found = lives_.find(component);
  return found == lives_.end() ? std::nullopt : found->second.how_ended;
}

bool Lives::has_process_ended(const std::string& component) const {
  const std::lock_guard lock{mutex_};
  const auto found = lives_.find(component);
  return found != lives_.end() && found->second.has_process_ended;
}

std::optional<Ending> Lives::first_ending() const {
  const std::lock_guard lock{mutex_};
  return first_ending_;
}

}  // namespace orbweaver::deploy
