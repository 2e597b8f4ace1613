// SPDX-License-Identifier: Apache-2.0
// Makes wrong messages of correct ones.
#pragma once
#include <random>

#include "seeds.hpp"

namespace orbweaver::hostile {

/// The same seed gives the same mutants. One thread.
class Mutator {
 public:
  Mutator(std::vector<Stream> seeds, std::uint64_t seed)
      : seeds_(std::move(seeds)), random_(seed) {}

  /// One to four mutations of one of the seeds. Three of four have the
  /// header of a correct message of their size afterwards, so that not all are refused there.
  [[nodiscard]] Stream next();

 private:
  [[nodiscard]] std::size_t below(std::size_t limit) { return random_() % limit; }
  void mutate(Stream& bytes);
  void flip_a_bit(Stream& bytes);
  void set_an_octet(Stream& bytes);
  void set_a_number(Stream& bytes);
  void cut(Stream& bytes);
  void repeat_a_part(Stream& bytes);
  void take_a_part_out(Stream& bytes);
  void splice(Stream& bytes);
  static void fix_the_header(Stream& bytes, const Stream& original);

  std::vector<Stream> seeds_;
  std::mt19937_64 random_;
};

}  // namespace orbweaver::hostile
