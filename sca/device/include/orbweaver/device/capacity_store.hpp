// SPDX-License-Identifier: Apache-2.0
// The total and the taken amount of each capacity of a device. Amounts are whole units, so that
// nothing is lost to rounding: memory in bytes, cores in thousandths, or as the device defines.
#pragma once
#include <orbweaver/base/result.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace orbweaver::device {

/// An amount of one capacity.
struct Amount {
  std::string id;           // id of the capacity
  std::uint64_t units = 0;  // see CapacityDescription::units_per_one
  friend bool operator==(const Amount&, const Amount&) = default;
};
/// Amounts of several capacities, or of one in parts.
using Amounts = std::vector<Amount>;

/// Why nothing was taken or given back.
enum class CapacityError {
  unknown,     // the device has no such capacity
  not_enough,  // less is free than was requested
  not_taken,   // more is given back than is taken
};
/// The wrong amounts. Several with the same id count as their sum.
struct CapacityRefusal {
  CapacityError error = CapacityError::unknown;  // one of those above
  std::vector<std::string> ids;                  // ids of the wrong amounts
};

/// Threads: one at a time. A call that fails changes nothing. Amounts never go below zero or above
/// the totals.
class CapacityStore {
 public:
  /// If an id occurs several times, the last amount is used.
  explicit CapacityStore(const Amounts& totals);

  /// Takes all amounts, or none. Fails: unknown before not_enough.
  [[nodiscard]] Result<void, CapacityRefusal> take(const Amounts& amounts);
  /// Gives all amounts back, or none. Fails: unknown before not_taken.
  [[nodiscard]] Result<void, CapacityRefusal> give_back(const Amounts& amounts);

  /// Reduces what is taken to these amounts. Amounts of unknown capacities are ignored.
  void keep_only(const Amounts& amounts);

  [[nodiscard]] bool has(const std::string& id) const { return entries_.contains(id); }
  /// The total of a capacity. Call it only if has(id).
  [[nodiscard]] std::uint64_t total(const std::string& id) const { return entries_.at(id).total; }
  [[nodiscard]] std::uint64_t left(const std::string& id) const;
  [[nodiscard]] std::vector<std::string> ids() const;
  [[nodiscard]] bool is_anything_taken() const noexcept;
  /// Whether all of every capacity is taken; false for a device without capacities.
  [[nodiscard]] bool is_exhausted() const noexcept;

 private:
  struct Entry {
    std::uint64_t total = 0, taken = 0;
  };
  using Sums = std::map<std::string, std::uint64_t>;
  [[nodiscard]] Result<Sums, CapacityRefusal> sums_of(const Amounts& amounts) const;
  std::map<std::string, Entry> entries_;
};

}  // namespace orbweaver::device
