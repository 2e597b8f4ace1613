// Runs the threads of a small case through every order in which their steps on shared words can
// come (sequentially consistent; the thread sanitizer checks weaker orders).
//
// A case is a function that gets a fresh Interleaving, starts its threads with run(), and checks
// what came out. Code under test touches shared words through ModelAccess; what it does between
// two such steps is one atomic piece. Only one thread runs at a time, and each step is a choice of
// the thread that goes on; the choices are tried depth first.
#pragma once
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <semaphore>
#include <thread>
#include <vector>

namespace orbweaver::ring::testing {

class Interleaving {
 public:
  using Body = std::function<void()>;
  using Condition = std::function<bool()>;

  /// Runs all bodies to their end. False: some wait for ever.
  [[nodiscard]] bool run(const std::vector<Body>& bodies) {
    threads_.clear();
    stores_ = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) threads_.push_back(std::make_unique<Thread>());
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      running.emplace_back([this, i, &body = bodies[i]] {
        current() = this;
        mine() = threads_[i].get();
        mine()->turn.acquire();
        body();
        mine()->is_done = true;
        back_.release();
      });
    const bool ended = schedule();
    is_abandoned_ = !ended;
    if (!ended)
      for (auto& thread : threads_) thread->turn.release();
    return ended;
  }

  /// Called by the threads of the case, through ModelAccess: the others may go first.
  static void step() { wait_until({}); }
  /// Goes on once the condition holds, which the others' steps change.
  static void wait_until(const Condition& condition) {
    if (current() == nullptr || current()->is_abandoned_) return;
    auto& self = *current();
    mine()->condition = condition;
    self.back_.release();
    mine()->turn.acquire();
  }
  /// How often the other threads have stored something; for wait_for_others().
  [[nodiscard]] static std::size_t stores_of_others() {
    if (current() == nullptr) return 0;
    return current()->stores_ - mine()->stores;
  }
  /// For a thread that polled and found nothing: goes on once another has stored something since
  /// `seen`.
  static void wait_for_others(std::size_t seen) {
    wait_until([self = current(), thread = mine(), seen] {
      return self->stores_ - thread->stores != seen;
    });
  }
  static void stored() {
    if (current() == nullptr) return;
    ++current()->stores_;
    ++mine()->stores;
  }
  /// In a loop that waits for others: true once waiting is of no use, as the case has failed.
  [[nodiscard]] static bool is_abandoned() { return current()->is_abandoned_; }

  /// The next case in order; false after the last.
  [[nodiscard]] bool advance() {
    while (!choices_.empty() && choices_.back().taken + 1 == choices_.back().options)
      choices_.pop_back();
    if (choices_.empty()) return false;
    ++choices_.back().taken;
    return true;
  }

 private:
  struct Thread {
    std::binary_semaphore turn{0};
    Condition condition;
    std::size_t stores = 0;
    bool is_done = false;
  };
  struct Choice {
    std::size_t taken, options;
  };

  static Interleaving*& current() {
    thread_local Interleaving* interleaving = nullptr;
    return interleaving;
  }
  static Thread*& mine() {
    thread_local Thread* thread = nullptr;
    return thread;
  }

  [[nodiscard]] std::vector<Thread*> runnable() const {
    std::vector<Thread*> result;
    for (const auto& thread : threads_)
      if (!thread->is_done && (!thread->condition || thread->condition()))
        result.push_back(thread.get());
    return result;
  }

  bool schedule() {
    for (std::size_t at = 0;; ++at) {
      const auto ready = runnable();
      if (ready.empty()) break;
      if (at == choices_.size()) choices_.push_back({0, ready.size()});
      ready[choices_[at].taken]->turn.release();
      back_.acquire();
    }
    for (const auto& thread : threads_)
      if (!thread->is_done) return false;
    return true;
  }

  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Choice> choices_;
  std::size_t stores_ = 0;
  std::binary_semaphore back_{0};
  std::atomic<bool> is_abandoned_ = false;
};

/// Each touch of a shared word is a step; outside of a case's threads it is none.
struct ModelAccess {
  template <class Word>
  static Word load_acquire(const Word& word) {
    Interleaving::step();
    return word;
  }
  template <class Word>
  static Word load_relaxed(const Word& word) {
    return load_acquire(word);
  }
  template <class Word>
  static void store_release(Word& word, Word value) {
    Interleaving::step();
    Interleaving::stored();
    word = value;
  }
  template <class Word>
  static void store_relaxed(Word& word, Word value) {
    store_release(word, value);
  }
  static void fence() {}
};

/// Tries `one_case` in all orders; false at the first that fails. `count` says how many there were.
inline bool holds_in_all_orders(const std::function<bool(Interleaving&)>& one_case,
                                std::size_t& count) {
  Interleaving interleaving;
  count = 0;
  do {
    ++count;
    if (!one_case(interleaving)) return false;
  } while (interleaving.advance());
  return true;
}

}  // namespace orbweaver::ring::testing
