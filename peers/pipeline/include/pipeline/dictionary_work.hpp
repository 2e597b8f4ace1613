// SPDX-License-Identifier: Apache-2.0
// Work that depends on the data, as that of coders with a dictionary does (paper 1, section 4.2):
// packets that repeat themselves more or less, and how much work each of them is. It knows no ORB,
// so that the components of all peers have the same packets and the same work.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <nlohmann/json.hpp>
#include <vector>

namespace lab_pipeline {

/// SplitMix64: neighbouring numbers give unrelated ones.
inline std::uint64_t mixed(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// The values of packet `number`: random ones out of 1, 2, 4, ... or 64, as the number says. The
/// same number gives the same values.
template <class Values>
void fill_varied(std::uint64_t number, Values& values, std::size_t count) {
  const std::uint64_t alphabet = std::uint64_t{1} << (mixed(number) % 7);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<double>(mixed(number * 0x10001 + i) % alphabet);
}

/// How many phrases a coder with a growing dictionary (LZ78) finds in the values: few where they
/// repeat themselves.
class DictionaryCoder {
 public:
  [[nodiscard]] std::size_t phrases(const double* values, std::size_t count) {
    entries_.assign(room_for(count), Entry{});
    std::size_t found = 0;
    std::uint64_t prefix = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t symbol = 0;
      std::memcpy(&symbol, values + i, sizeof symbol);
      Entry& entry = place_of(prefix, symbol);
      if (entry.phrase != 0) {
        prefix = entry.phrase;
        continue;
      }
      entry = {prefix, symbol, ++found};
      prefix = 0;
    }
    return found + (prefix != 0 ? 1 : 0);
  }

 private:
  struct Entry {
    std::uint64_t prefix = 0, symbol = 0, phrase = 0;  // phrase 0: free
  };

  /// A power of two, at most half full.
  static std::size_t room_for(std::size_t count) noexcept {
    std::size_t room = 16;
    while (room < 2 * count) room *= 2;
    return room;
  }
  /// Where it stands, or would stand.
  Entry& place_of(std::uint64_t prefix, std::uint64_t symbol) noexcept {
    std::size_t at = mixed(symbol ^ mixed(prefix)) & (entries_.size() - 1);
    while (entries_[at].phrase != 0 &&
           (entries_[at].prefix != prefix || entries_[at].symbol != symbol))
      at = (at + 1) & (entries_.size() - 1);
    return entries_[at];
  }

  std::vector<Entry> entries_;
};

/// Phrases for each value in packets of 1024 values of fill_varied(), on average: their work is the
/// whole, on average.
constexpr double kUsualPhrases = 0.317;

/// The work on these values, of which `whole_ns` is usual.
inline std::int64_t work_on(const double* values, std::size_t count, std::int64_t whole_ns) {
  if (count == 0) return 0;
  const auto phrases = static_cast<double>(DictionaryCoder{}.phrases(values, count));
  return static_cast<std::int64_t>(static_cast<double>(whole_ns) * phrases /
                                   (static_cast<double>(count) * kUsualPhrases));
}

/// How much work there was: what the least time of a pipeline follows from. Threads: any.
class WorkMeter {
 public:
  void record(std::int64_t work_ns) {
    const std::lock_guard<std::mutex> lock(mutex_);
    shortest_ns_ = packets_++ == 0 ? work_ns : std::min(shortest_ns_, work_ns);
    longest_ns_ = std::max(longest_ns_, work_ns);
    total_ns_ += work_ns;
  }
  [[nodiscard]] nlohmann::ordered_json to_json() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return {{"total", total_ns_}, {"shortest", shortest_ns_}, {"longest", longest_ns_}};
  }

 private:
  mutable std::mutex mutex_;
  std::uint64_t packets_ = 0;
  std::int64_t total_ns_ = 0, shortest_ns_ = 0, longest_ns_ = 0;
};

}  // namespace lab_pipeline
