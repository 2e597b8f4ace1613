// SPDX-License-Identifier: Apache-2.0
// The memory of C++ as threads see it through atomic words, without a processor: each load may
// return any value that the rules of memory orders allow. Pure arithmetic; the caller chooses which
// thread goes on, and `Choices` chooses among the values.
//
//   word     all values that were stored in it, in their order of modification
//   view     of a thread: for each word the newest value that it has seen; it reads none that is
//            older. A load without acquire may well return an older one than another thread has
//            seen.
//   store    release: the value carries the view of its thread. relaxed: it carries the view that
//            its thread had at its last release fence. A load with acquire joins what the value
//            carries to the view of its thread; a relaxed one keeps it for the next acquire fence.
//   seq_cst  fences and operations meet in one more view, which they join and add to.
//   plain    accesses must be ordered with every other access that conflicts. For this each view
//            says how many accesses of each thread happened before; if one did not, the run fails
//            with a data race.
//
// So two stores become visible in any order, and late, unless a release or a fence orders them.
// docs/verify/memory-orders.md says what this covers and what it does not.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "choices.hpp"
#include "memory_event.hpp"
#include "state_hash.hpp"

namespace orbweaver::model {

class WeakMemory {
 public:
  static constexpr std::size_t kMostThreads = 4, kMostWords = 64, kMostStores = 255;

  explicit WeakMemory(Choices& choices) noexcept : choices_(choices) {}

  /// Forgets everything: each word has the value that stands in it. `known` are the first words, in
  /// the same order in each run, so that states can be compared.
  void begin(std::size_t threads, const std::vector<Place>& known) {
    if (threads > kMostThreads) std::abort();
    words_.clear();
    for (const auto& place : known) (void)word_at(place);
    events_.clear();
    race_.reset();
    total_ = {};
    threads_.assign(threads, {});
    for (std::size_t i = 0; i < threads; ++i) threads_[i].now.happened[i] = 1;  // 0: before all
  }

  [[nodiscard]] Value load(std::size_t thread, Place place, std::memory_order order) {
    auto& word = word_at(place);
    const auto oldest = oldest_for(thread, word, order);
    const auto newest = word.order.size() - 1;
    const auto number = word.order[newest - choices_.choose(newest - oldest + 1)];
    read(thread, word, number, order);
    return word.stores[number].value;
  }

  void store(std::size_t thread, Place place, Value value, std::memory_order order) {
    auto& word = word_at(place);
    note_access(thread, word, atomic_write);
    const auto after = places_to_store(word, oldest_for(thread, word, order));
    auto carried = threads_[thread].released;
    insert(thread, word, after[choices_.choose(after.size())], value, order, carried);
    events_.push_back({"stores", order, thread, index_of(word), value});
  }

  /// `change` gets the old value and returns the new one, or nothing: then it is only a load.
  /// Returns the old value.
  template <class Change>
  Value modify(std::size_t thread, Place place, const Change& change, std::memory_order order,
               std::memory_order order_of_load) {
    auto& word = word_at(place);
    std::vector<std::uint8_t> possible;
    for (auto at = word.order.size(); at-- > 0;) {
      const auto& candidate = word.stores[word.order[at]];
      const bool changes = change(candidate.value).has_value();
      if (changes && candidate.is_replaced) continue;
      if (at >= oldest_for(thread, word, changes ? order : order_of_load))
        possible.push_back(word.order[at]);
    }
    return modify_one(thread, word, possible[choices_.choose(possible.size())], change, order,
                      order_of_load);
  }

  void fence(std::size_t thread, std::memory_order order) {
    auto& self = threads_[thread];
    if (acquires(order)) join(self.now, self.read_relaxed);
    if (order == std::memory_order_seq_cst) {
      join_words(self.now, total_);
      total_.newest = self.now.newest;
    }
    if (releases(order)) self.released = release(thread);
    learn(thread, 0);
    events_.push_back({"fence", order, thread, 0, 0});
  }

  [[nodiscard]] Value read_plain(std::size_t thread, Place place) {
    auto& word = word_at(place);
    note_access(thread, word, plain_read);
    const auto value = word.stores[word.order.back()].value;
    learn(thread, value);
    events_.push_back({"reads", kPlain, thread, index_of(word), value});
    return value;
  }
  void write_plain(std::size_t thread, Place place, Value value) {
    auto& word = word_at(place);
    note_access(thread, word, plain_write);
    View carried;
    insert(thread, word, word.order.size() - 1, value, std::memory_order_relaxed, carried);
    events_.push_back({"writes", kPlain, thread, index_of(word), value});
  }

  /// The last in order of modification, whatever a thread has seen.
  [[nodiscard]] Value newest(Place place) {
    auto& word = word_at(place);
    return word.stores[word.order.back()].value;
  }

  /// For a word of the kernel, which no thread sees late, and which orders nothing.
  void put(std::size_t thread, Place place, Value value) {
    auto& word = word_at(place);
    word.stores[word.order.back()].value = value;
    learn(thread, 0);
    events_.push_back({"puts", kPlain, thread, index_of(word), value});
  }

  /// From now on the thread's loads count for has_news().
  void begin_poll(std::size_t thread) {
    threads_[thread].polled = 0;
    threads_[thread].is_polling = true;
  }
  void end_poll(std::size_t thread) {
    threads_[thread].polled = 0;
    threads_[thread].is_polling = false;
  }
  /// Whether a word that the thread has loaded since begin_poll() has a newer value.
  [[nodiscard]] bool has_news(std::size_t thread) const { return !news_of(thread).empty(); }
  /// The thread sees one of them.
  void take_news(std::size_t thread) {
    const auto news = news_of(thread);
    auto& word = words_[news[choices_.choose(news.size())]];
    const auto seen = word.place[threads_[thread].now.newest[index_of(word)]];
    read(thread, word, word.order[seen + 1U], std::memory_order_relaxed);
    begin_poll(thread);
  }

  /// From now on the thread's steps depend on these bytes alone, not on what it has read before.
  void depends_on(std::size_t thread, const void* bytes, std::size_t size) {
    threads_[thread].history = mix(threads_[thread].history ^ hash(bytes, size));
  }
  void forget_history(std::size_t thread) { threads_[thread].history = 0; }

  /// Two runs with the same state go on in the same ways. It says what each thread has read, and
  /// all that is known here, except for what every thread has seen: no load returns an older value,
  /// and nothing races with what happened before.
  [[nodiscard]] std::uint64_t state() const {
    const auto seen = seen_by_all();
    std::uint64_t state = hash_view(total_, seen);
    for (const auto& thread : threads_) {
      state = mix(state ^ thread.history) ^ thread.polled;
      state = mix(state ^ hash_view(thread.now, seen));
      state = mix(state ^ hash_view(thread.read_relaxed, thread.now));
      state = mix(state ^ hash_view(thread.released, seen));
    }
    for (std::size_t i = 0; i < words_.size(); ++i)
      state = mix(state ^ hash_word(words_[i], i, seen));
    return state;
  }

  /// Two accesses that conflict, with no order between them.
  struct Race {
    const char *access, *before;
    std::size_t thread, other, word;
  };
  [[nodiscard]] const std::optional<Race>& race() const noexcept { return race_; }
  [[nodiscard]] const std::vector<Event>& events() const noexcept { return events_; }

  static constexpr std::memory_order kPlain = std::memory_order_consume;  // in events only

 private:
  enum Access : std::uint8_t { plain_read, plain_write, atomic_read, atomic_write };
  /// Of a thread: how often it has released. Accesses between two releases have the same time.
  using Time = std::uint16_t;
  using Times = std::array<Time, kMostThreads>;
  struct View {
    std::array<std::uint8_t, kMostWords> newest{};  // the number of a store of each word
    Times happened{};                               // what each thread did until then
    bool operator==(const View&) const = default;
  };
  struct Store {
    Value value = 0;
    bool is_replaced = false;  // the next one in order was made by reading this one
    bool carries = false;      // more than itself
    View view;                 // that it carries
  };
  struct Word {
    const void* address;
    std::size_t size;
    std::vector<Store> stores;        // in the order in which they were made
    std::vector<std::uint8_t> order;  // of modification: numbers of stores
    std::vector<std::uint8_t> place;  // of each store in `order`
    std::array<Times, 4> last;        // access of each kind and thread
  };
  struct Thread {
    View now, read_relaxed, released;
    std::uint64_t history = 0;  // of the values that it has read
    std::uint64_t polled = 0;   // words, as bits
    bool is_polling = false;
  };
  static_assert(std::has_unique_object_representations_v<View>);

  [[nodiscard]] View seen_by_all() const {
    View seen = threads_[0].now;
    for (const auto& thread : threads_) {
      for (std::size_t i = 0; i < words_.size(); ++i)
        if (words_[i].place[thread.now.newest[i]] < words_[i].place[seen.newest[i]])
          seen.newest[i] = thread.now.newest[i];
      for (std::size_t i = 0; i < threads_.size(); ++i)
        seen.happened[i] = std::min(seen.happened[i], thread.now.happened[i]);
    }
    return seen;
  }
  [[nodiscard]] std::uint64_t hash_view(View view, const View& seen) const {
    join(view, seen);
    return hash(&view, sizeof view);
  }
  [[nodiscard]] std::uint64_t hash_word(const Word& word, std::size_t index,
                                        const View& seen) const {
    std::uint64_t result = index;
    for (auto at = word.place[seen.newest[index]]; at < word.order.size(); ++at) {
      const auto& store = word.stores[word.order[at]];
      result =
          mix(result ^ store.value) ^ word.order[at] ^ (store.is_replaced ? kMostStores + 1 : 0);
      if (store.carries) result = mix(result ^ hash_view(store.view, seen));
    }
    auto last = word.last;
    for (auto& times : last)
      for (std::size_t i = 0; i < times.size(); ++i)
        if (times[i] <= seen.happened[i]) times[i] = 0;
    return mix(result ^ hash(&last, sizeof last));
  }

  void learn(std::size_t thread, Value value) {
    threads_[thread].history = mix(threads_[thread].history ^ value);
  }

  [[nodiscard]] std::size_t index_of(const Word& word) const {
    return static_cast<std::size_t>(&word - words_.data());
  }
  Word& word_at(Place place) {
    for (auto& word : words_)
      if (word.address == place.address) {
        if (word.size != place.size) std::abort();  // accesses of two sizes have no meaning here
        return word;
      }
    if (words_.size() == kMostWords) std::abort();
    words_.reserve(kMostWords);
    Store initial;
    std::memcpy(&initial.value, place.address, place.size);
    return words_.emplace_back(Word{place.address, place.size, {initial}, {0}, {0}, {}});
  }

  void join_words(View& into, const View& from) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (from.newest[i] != into.newest[i] &&
          words_[i].place[from.newest[i]] > words_[i].place[into.newest[i]])
        into.newest[i] = from.newest[i];
  }
  void join(View& into, const View& from) const {
    join_words(into, from);
    for (std::size_t i = 0; i < threads_.size(); ++i)
      into.happened[i] = std::max(into.happened[i], from.happened[i]);
  }

  // The place of the oldest value that the thread may read.
  [[nodiscard]] std::size_t oldest_for(std::size_t thread, const Word& word,
                                       std::memory_order order) const {
    const auto index = index_of(word);
    std::size_t oldest = word.place[threads_[thread].now.newest[index]];
    if (order == std::memory_order_seq_cst)
      oldest = std::max<std::size_t>(oldest, word.place[total_.newest[index]]);
    return oldest;
  }

  // A store comes after all that its thread has seen, but not between a value and the one that was
  // made of it.
  static std::vector<std::size_t> places_to_store(const Word& word, std::size_t oldest) {
    std::vector<std::size_t> after;
    for (auto at = word.order.size(); at-- > oldest;)
      if (!word.stores[word.order[at]].is_replaced) after.push_back(at);
    return after;
  }

  void read(std::size_t thread, Word& word, std::uint8_t number, std::memory_order order) {
    note_access(thread, word, atomic_read);
    auto& self = threads_[thread];
    const auto& store = word.stores[number];
    const auto index = index_of(word);
    self.now.newest[index] = number;
    join(acquires(order) ? self.now : self.read_relaxed, store.view);
    if (self.is_polling) self.polled |= std::uint64_t{1} << index;
    learn(thread, store.value);
    if (order == std::memory_order_seq_cst) total_.newest[index] = number;
    events_.push_back({"loads", order, thread, index, store.value, number != word.order.back()});
  }

  template <class Change>
  Value modify_one(std::size_t thread, Word& word, std::uint8_t number, const Change& change,
                   std::memory_order order, std::memory_order order_of_load) {
    const auto old_value = word.stores[number].value;
    const auto new_value = change(old_value);
    read(thread, word, number, new_value ? order : order_of_load);
    if (!new_value) return old_value;
    note_access(thread, word, atomic_write);
    auto carried = threads_[thread].released;
    join(carried, word.stores[number].view);  // of a release before it, which it continues
    word.stores[number].is_replaced = true;
    insert(thread, word, word.place[number], *new_value, order, carried);
    events_.push_back({"stores", order, thread, index_of(word), *new_value});
    return old_value;
  }

  void insert(std::size_t thread, Word& word, std::size_t after, Value value,
              std::memory_order order, View& carried) {
    auto& self = threads_[thread];
    const auto number = static_cast<std::uint8_t>(word.stores.size());
    if (number == kMostStores) std::abort();
    word.order.insert(word.order.begin() + static_cast<std::ptrdiff_t>(after) + 1, number);
    word.place.push_back(0);
    for (std::size_t i = 0; i < word.order.size(); ++i)
      word.place[word.order[i]] = static_cast<std::uint8_t>(i);
    self.now.newest[index_of(word)] = number;
    if (releases(order)) join(carried, release(thread));
    const bool carries = carried != View{};
    carried.newest[index_of(word)] = number;
    word.stores.push_back({value, false, carries, carried});
    learn(thread, 0);
    if (order == std::memory_order_seq_cst) total_.newest[index_of(word)] = number;
    if (number == word.order.back())
      std::memcpy(const_cast<void*>(word.address), &value, word.size);  // stored to: not const
  }

  // What the thread has seen and done so far. What it does from now on comes later.
  View release(std::size_t thread) {
    auto& self = threads_[thread];
    const View released = self.now;
    ++self.now.happened[thread];
    return released;
  }

  void note_access(std::size_t thread, Word& word, Access access) {
    constexpr std::array<std::array<bool, 4>, 4> kConflict{{{false, true, false, true},
                                                            {true, true, true, true},
                                                            {false, true, false, false},
                                                            {true, true, false, false}}};
    constexpr const char* kNames[] = {"plain read", "plain write", "atomic load", "atomic store"};
    const auto& happened = threads_[thread].now.happened;
    for (std::size_t other = 0; other < threads_.size(); ++other)
      for (std::size_t kind = 0; kind < 4; ++kind)
        if (kConflict[access][kind] && word.last[kind][other] > happened[other])
          race_ = Race{kNames[access], kNames[kind], thread, other, index_of(word)};
    word.last[access][thread] = happened[thread];
  }
  [[nodiscard]] std::vector<std::size_t> news_of(std::size_t thread) const {
    std::vector<std::size_t> news;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto& self = threads_[thread];
      const bool is_polled = (self.polled >> i & 1U) != 0;
      const auto& word = words_[i];
      if (is_polled && word.place[self.now.newest[i]] + 1U < word.order.size()) news.push_back(i);
    }
    return news;
  }

  Choices& choices_;
  std::vector<Word> words_;
  std::vector<Thread> threads_;
  View total_;  // only its words
  std::vector<Event> events_;
  std::optional<Race> race_;
};

}  // namespace orbweaver::model
