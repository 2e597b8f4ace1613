// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/kiss.hpp>

#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <orbweaver/ax25/heard_frame.hpp>

namespace orbweaver::ax25 {
namespace {

constexpr std::uint8_t kEnd = 0xC0;
constexpr std::uint8_t kEscape = 0xDB;
constexpr std::uint8_t kEscapedEnd = 0xDC;
constexpr std::uint8_t kEscapedEscape = 0xDD;
constexpr std::uint8_t kCommandBits = 0x0F;  // the others are the port
constexpr std::uint8_t kData = 0x00;

}  // namespace

void append_kiss(std::vector<std::uint8_t>& kiss, std::span<const std::uint8_t> frame) {
  kiss.push_back(kEnd);
  kiss.push_back(kData);
  for (const auto octet : frame) {
    if (octet == kEnd) {
      kiss.insert(kiss.end(), {kEscape, kEscapedEnd});
    } else if (octet == kEscape) {
      kiss.insert(kiss.end(), {kEscape, kEscapedEscape});
    } else {
      kiss.push_back(octet);
    }
  }
  kiss.push_back(kEnd);
}

std::span<const std::vector<std::uint8_t>> KissReader::push(std::span<const std::uint8_t> octets) {
  complete_.clear();
  for (const auto octet : octets) take(octet);
  return complete_;
}

void KissReader::take(std::uint8_t octet) {
  if (octet == kEnd) return end_frame();
  if (std::exchange(is_escaped_, false)) {
    if (octet != kEscapedEnd && octet != kEscapedEscape) is_broken_ = true;
    octet = octet == kEscapedEnd ? kEnd : kEscape;
  } else if (octet == kEscape) {
    is_escaped_ = true;
    return;
  }
  if (frame_.size() <= kMostFrameOctets + 1) frame_.push_back(octet);
}

void KissReader::end_frame() {
  const bool is_broken = std::exchange(is_broken_, false) || std::exchange(is_escaped_, false);
  std::vector<std::uint8_t> frame = std::exchange(frame_, {});
  if (is_broken) {
    ++counts_.broken;
  } else if (frame.size() > kMostFrameOctets + 1) {
    ++counts_.too_long;
  } else if (!frame.empty() && (frame[0] & kCommandBits) != kData) {
    ++counts_.other;
  } else if (frame.size() > 1) {
    ++counts_.frames;
    frame.erase(frame.begin());
    complete_.push_back(std::move(frame));
  }
}

std::expected<std::vector<std::vector<std::uint8_t>>, std::string> read_kiss_file(
    const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file) {
    return std::unexpected(
        fmt::format("{}: cannot be read; give the path of a KISS file", path.string()));
  }
  KissReader reader;
  const std::vector<std::uint8_t> octets(content.begin(), content.end());
  const auto frames = reader.push(octets);
  const auto& counts = reader.counts();
  if (counts.broken + counts.too_long != 0) {
    return std::unexpected(
        fmt::format("{}: {} broken frames and {} longer than {} octets; give a "
                    "KISS file",
                    path.string(), counts.broken, counts.too_long, kMostFrameOctets));
  }
  if (frames.empty()) {
    return std::unexpected(fmt::format("{}: no frame in it; give a KISS file", path.string()));
  }
  return std::vector(frames.begin(), frames.end());
}

}  // namespace orbweaver::ax25
