// SPDX-License-Identifier: Apache-2.0
#include "stations.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace orbweaver::ax25 {
namespace {

char letter(recording::Random& random) { return static_cast<char>('A' + random.below(26)); }

/// Some have been repeated already, some have the way still before them.
std::vector<Address> make_up_path(recording::Random& random) {
  switch (random.below(4)) {
    case 0:
      return {};
    case 1:
      return {{"WIDE1", 1, false}, {"WIDE2", 1, false}};
    case 2:
      return {{make_up_address(random).call, 3, true}, {"WIDE1", 0, true}, {"WIDE2", 2}};
    default:
      return {{"WIDE2", 2, false}};
  }
}

std::string position(recording::Random& random) {
  return fmt::format("{:02}{:05.2f}N/{:03}{:05.2f}E", random.below(90), random.between(0, 59.99),
                     random.below(180), random.between(0, 59.99));
}

std::string make_up_information(std::size_t number, recording::Random& random) {
  switch (random.below(4)) {
    case 0:
      return fmt::format("!{}>{:03} on the road", position(random), number);
    case 1:
      return fmt::format(">{:03} listening, {:.1f} V", number, random.between(11, 14));
    case 2:
      return fmt::format(":{:<9}:Meet at {:02}:{:02}?{{{:03}", make_up_address(random).call,
                         random.below(24), random.below(60), number);
    default:
      return fmt::format("!{}_{:03}/{:03}g{:03}t{:03}h{:02}b{:05}{:03}", position(random),
                         random.below(360), random.below(40), random.below(60), random.below(100),
                         random.below(100), 9800 + random.below(500), number);
  }
}

}  // namespace

Address make_up_address(recording::Random& random) {
  std::string call = "QX";  // Q begins signals of operators, never a call sign
  call.push_back(static_cast<char>('0' + random.below(10)));
  for (int k = 0; k < 3; ++k) call.push_back(letter(random));
  return {call, static_cast<std::uint8_t>(random.below(16)), false};
}

Frame make_up_frame(const Address& source, std::size_t number, recording::Random& random) {
  Frame frame;
  frame.destination = {"APZ001", 0, true};  // a command of AX.25 2.2; APZ is for experiments
  frame.source = source;
  frame.path = make_up_path(random);
  frame.protocol = kNoLayer3;
  frame.information = make_up_information(number, random);
  return frame;
}

}  // namespace orbweaver::ax25
