// SPDX-License-Identifier: Apache-2.0
// What the reference makes of a recording, as the receiver's two sinks write it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <orbweaver/ax25/format.hpp>
#include <orbweaver/ax25/generator.hpp>
#include <orbweaver/ax25/kiss.hpp>
#include <orbweaver/ax25/reference.hpp>

namespace orbweaver::ax25 {

struct Received {
  std::string lines;
  std::string kiss;
  bool operator==(const Received&) const = default;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Received by_reference(const std::filesystem::path& recording, const Choices& choices) {
  Received all;
  std::vector<std::uint8_t> kiss;
  const auto reception =
      receive_recording(recording, {.choices = choices}, [&](const HeardFrame& heard) {
        all.lines += to_json(heard) + "\n";
        append_kiss(kiss, heard.octets);
      });
  EXPECT_TRUE(reception) << reception.error();
  all.kiss.assign(kiss.begin(), kiss.end());
  return all;
}

}  // namespace orbweaver::ax25
