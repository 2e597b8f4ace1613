// SPDX-License-Identifier: Apache-2.0
#include "keying.hpp"

#include <orbweaver/ax25/check_sequence.hpp>

namespace orbweaver::ax25 {
namespace {

constexpr std::uint8_t kFlag = 0x7E;

class Keyer {
 public:
  void flag() {
    for (unsigned bit = 0; bit < 8; ++bit) put((kFlag >> bit & 1U) != 0);
    ones_ = 0;
  }
  void octet(std::uint8_t value) {
    for (unsigned bit = 0; bit < 8; ++bit) stuff((value >> bit & 1U) != 0);
  }
  [[nodiscard]] std::vector<bool> levels() && { return std::move(levels_); }

 private:
  void stuff(bool bit) {
    put(bit);
    ones_ = bit ? ones_ + 1 : 0;
    if (ones_ < 5) return;
    put(false);
    ones_ = 0;
  }
  void put(bool bit) {
    if (!bit) level_ = !level_;
    levels_.push_back(level_);
  }

  bool level_ = true;
  int ones_ = 0;
  std::vector<bool> levels_;
};

}  // namespace

std::vector<bool> key(std::span<const std::uint8_t> frame) {
  Keyer keyer;
  for (std::size_t k = 0; k < kFlagsBefore; ++k) keyer.flag();
  for (const auto octet : frame) keyer.octet(octet);
  const std::uint16_t check = check_sequence(frame);
  keyer.octet(static_cast<std::uint8_t>(check & 0xFFU));
  keyer.octet(static_cast<std::uint8_t>(check >> 8U));
  for (std::size_t k = 0; k < kFlagsAfter; ++k) keyer.flag();
  return std::move(keyer).levels();
}

}  // namespace orbweaver::ax25
