// SPDX-License-Identifier: Apache-2.0
// Runs the threads of a small case in every order of their steps on shared words, with every value
// that a load may return (weak_memory.hpp).
//
//   const auto found = model::explore([](model::Trial& trial) {
//     model::Atomic<int> word{0};                          // fresh words for each run
//     if (!trial.threads({[&] { word.store(1); },
//                         [&] { model::require(word.load() < 2, "the word is zero or one"); }}))
//       return;
//     trial.require(word.load() == 1, "the word is one");    // after the threads
//   });
//   EXPECT_EQ(found.failure, "");
//
// A case fails if a requirement does not hold, if plain accesses race, or if a thread waits for
// ever. The choices are tried depth first. Two orders that lead to the same state go on alike, so
// only the first is followed further: a state is what each thread has read, and the order of the
// values of each word. From that follows all else, provided that
//   - threads share nothing but words of the model,
//   - they do nothing that differs from run to run.
// States are compared by 64 bits; of a million states two are confused with probability 3e-8.
//
// A run that is cut short leaves the stacks of its threads as they are: what must be destroyed does
// not belong there. All threads are fibers of the calling thread.
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "choices.hpp"
#include "fiber.hpp"
#include "weak_memory.hpp"

namespace orbweaver::model {

using Body = std::function<void()>;

/// What an exploration came to: `failure` is empty, or what failed with the steps that led to it.
struct Found {
  std::string failure;
  std::size_t runs = 0, states = 0;
};

/// Whether only the first of the orders that lead to a state is followed further. `no`: for threads
/// that share more than words of the model.
enum class MergeStates { yes, no };

class Trial {
 public:
  explicit Trial(MergeStates merge) : merge_(merge) {}

  /// Runs the bodies as threads. False: nothing is left to check in this run.
  [[nodiscard]] bool threads(std::vector<Body> bodies) {
    bodies_ = std::move(bodies);
    memory_.begin(bodies_.size(), places_);
    ended_ = true;
    const auto outer = std::exchange(current_, this);
    start_threads();
    while (failure_.empty() && ended_ && schedule_one()) {
    }
    for (auto& thread : threads_) thread.fiber.give_up();
    current_ = outer;
    return failure_.empty() && ended_;
  }
  void require(bool holds, std::string_view what) {
    if (!holds && failure_.empty()) failure_ = what;
  }
  /// How reports call the word, or one of many words. Call it before threads(), in each run. Words
  /// without a name are numbered as they come, so there are more states.
  template <class Word>
  void name(const Word& word, const char* name, int number = -1) {
    places_.push_back({&word, sizeof word});
    names_.emplace_back(name, number);
  }

  /// The run that the calling thread belongs to; null outside of threads().
  [[nodiscard]] static Trial* current() noexcept { return current_; }

  // For words of the model, on a thread of the run:

  /// The other threads may go first.
  void step() {
    mine().condition = nullptr;
    Fiber::suspend();
  }
  /// Goes on once the condition holds, which the others' steps change.
  void wait_until(const std::function<bool()>& condition) {
    mine().condition = &condition;
    Fiber::suspend();
  }
  /// Of the calling thread.
  [[nodiscard]] std::size_t thread() const noexcept { return running_; }
  [[nodiscard]] WeakMemory& memory() noexcept { return memory_; }
  /// Ends the run, if something has failed.
  void stop_if_failed() {
    if (memory_.race()) require(false, describe(*memory_.race()));
    if (!failure_.empty()) Fiber::suspend();
  }

 private:
  friend Found explore(const std::function<void(Trial&)>& one_case, MergeStates merge);

  struct Thread {
    Fiber fiber;
    const std::function<bool()>* condition = nullptr;
  };

  Thread& mine() { return threads_[running_]; }

  void start_threads() {
    for (running_ = 0; running_ < bodies_.size(); ++running_) {
      mine().condition = nullptr;
      mine().fiber.start(bodies_[running_]);
      mine().fiber.resume();  // to its first step
    }
  }

  bool schedule_one() {
    if (merge_ == MergeStates::yes && choices_.is_new() && !known_.insert(memory_.state()).second)
      return ended_ = false;
    std::array<std::size_t, WeakMemory::kMostThreads> ready{};
    std::size_t count = 0, waiting = 0;
    for (running_ = 0; running_ < bodies_.size(); ++running_) {
      if (mine().fiber.is_done()) continue;
      ++waiting;
      if (mine().condition == nullptr || (*mine().condition)()) ready[count++] = running_;
    }
    if (count == 0) {
      require(waiting == 0, "a thread waits for ever");
      return false;
    }
    running_ = ready[choices_.choose(count)];
    mine().fiber.resume();
    return true;
  }

  [[nodiscard]] std::string report() const {
    std::string text = failure_ + '\n';
    for (const auto& event : memory_.events()) text += describe(event) + '\n';
    return text;
  }
  [[nodiscard]] std::string describe(const Event& event) const {
    constexpr const char* kOrders[] = {"relaxed", "plain",   "acquire",
                                       "release", "acq_rel", "seq_cst"};
    auto text = "  thread " + std::to_string(event.thread) + ' ' + event.what + ' ' +
                kOrders[static_cast<std::size_t>(event.order)];
    if (event.what == std::string_view{"fence"}) return text;
    text += "  " + name_of(event.word) + ": " + std::to_string(event.value);
    return event.is_old ? text + " (an old value)" : text;
  }
  [[nodiscard]] std::string describe(const WeakMemory::Race& race) const {
    return "data race on " + name_of(race.word) + ": " + race.access + " of thread " +
           std::to_string(race.thread) + ", not ordered after the " + race.before + " of thread " +
           std::to_string(race.other);
  }
  [[nodiscard]] std::string name_of(std::size_t word) const {
    if (word >= names_.size()) return "word " + std::to_string(word);
    const auto& [name, number] = names_[word];
    return number < 0 ? name : name + std::string{"["} + std::to_string(number) + ']';
  }

  inline static thread_local Trial* current_ = nullptr;

  MergeStates merge_;
  Choices choices_;
  WeakMemory memory_{choices_};
  std::array<Thread, WeakMemory::kMostThreads> threads_;
  std::vector<Body> bodies_;
  std::size_t running_ = 0;
  bool ended_ = true;  // not cut short at a state that is known
  std::unordered_set<std::uint64_t> known_;
  std::string failure_;
  std::vector<Place> places_;
  std::vector<std::pair<const char*, int>> names_;  // of the words there
};

/// Tries all runs of the case, until one fails.
[[nodiscard]] inline Found explore(const std::function<void(Trial&)>& one_case,
                                   MergeStates merge = MergeStates::yes) {
  const auto trial = std::make_unique<Trial>(merge);
  Found found;
  do {
    ++found.runs;
    trial->names_.clear();
    trial->places_.clear();
    one_case(*trial);
    if (!trial->failure_.empty()) found.failure = trial->report();
  } while (found.failure.empty() && trial->choices_.advance());
  found.states = trial->known_.size();
  return found;
}

/// On a thread of a run: ends the run if it does not hold.
inline void require(bool holds, std::string_view what) {
  auto& trial = *Trial::current();
  trial.require(holds, what);
  trial.stop_if_failed();
}

/// On a thread of a run: from now on its steps depend on these objects alone, not on anything else
/// that it has read before. So orders that differ only in the past are one state. They are compared
/// as bytes: what they point to should lie at the same place in each run.
template <class... Objects>
void depends_on(const Objects&... objects) {
  auto* const trial = Trial::current();
  if (trial == nullptr) return;
  trial->memory().forget_history(trial->thread());
  (trial->memory().depends_on(trial->thread(), &objects, sizeof objects), ...);
}

/// For a loop that loads words until it finds something: made before the loop.
class Polling {
 public:
  Polling() {
    if (auto* const trial = Trial::current()) trial->memory().begin_poll(trial->thread());
  }
  Polling(const Polling&) = delete;
  Polling& operator=(const Polling&) = delete;
  ~Polling() {
    if (auto* const trial = Trial::current()) trial->memory().end_poll(trial->thread());
  }
  /// The loop found nothing. Goes on once one of the words has a newer value; one of those is seen
  /// then. So a loop is explored only as far as it makes a difference.
  void wait() const {
    auto& trial = *Trial::current();
    trial.wait_until([&] { return trial.memory().has_news(trial.thread()); });
    trial.memory().take_news(trial.thread());
  }
};

}  // namespace orbweaver::model
