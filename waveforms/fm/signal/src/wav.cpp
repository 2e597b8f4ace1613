// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/wav.hpp>

#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include <fmt/format.h>

namespace orbweaver::fm {
namespace {

namespace fs = std::filesystem;
using Failure = std::unexpected<WavError>;

constexpr float kFullScale = 32767;
// A WAV file's lengths have 32 bits.
constexpr std::uint64_t kMostSamples = ((std::uint64_t{1} << 32) - 4096) / 2;
constexpr std::int64_t kMostToRead = std::int64_t{3600} * 48'000;

Failure failure(const fs::path& path, std::string_view what) {
  return Failure(WavError{fmt::format("{}: {}", path.string(), what)});
}

struct Closer {
  void operator()(SNDFILE* file) const { sf_close(file); }
};
using Handle = std::unique_ptr<SNDFILE, Closer>;

// libsndfile would decode any format that it recognises. It says why a file cannot be opened.
bool is_of_another_format(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> begin{};
  if (!file) return false;
  file.read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) != "RIFF";
}

}  // namespace

struct WavWriter::File {
  fs::path path;
  Handle handle;
  std::uint64_t samples = 0;
  std::uint64_t clipped = 0;
  std::vector<std::int16_t> block;

  std::int16_t quantise(float value) {
    if (std::abs(value) > 1) ++clipped;
    return static_cast<std::int16_t>(std::lrint(std::clamp(value, -1.0F, 1.0F) * kFullScale));
  }
};

WavWriter::WavWriter(std::unique_ptr<File> file) : file_(std::move(file)) {}
WavWriter::~WavWriter() = default;
WavWriter::WavWriter(WavWriter&&) noexcept = default;
WavWriter& WavWriter::operator=(WavWriter&&) noexcept = default;

std::expected<WavWriter, WavError> WavWriter::create(const fs::path& path, std::uint32_t rate_hz) {
  SF_INFO info{};
  info.samplerate = static_cast<int>(rate_hz);
  info.channels = 1;
  info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  Handle handle(sf_open(path.c_str(), SFM_WRITE, &info));
  if (!handle) {
    return failure(path, fmt::format("cannot be written ({}); check its folder and permissions",
                                     sf_strerror(nullptr)));
  }
  sf_command(handle.get(), SFC_SET_UPDATE_HEADER_AUTO, nullptr, SF_TRUE);
  auto file = std::make_unique<File>();
  file->path = path;
  file->handle = std::move(handle);
  return WavWriter(std::move(file));
}

std::expected<void, WavError> WavWriter::write(std::span<const float> audio) {
  if (file_->samples + audio.size() > kMostSamples) {
    return failure(file_->path,
                   "4 GiB of audio are the most that a WAV file holds; write a new one");
  }
  auto& block = file_->block;
  block.clear();
  for (const float value : audio) block.push_back(file_->quantise(value));
  const auto count = static_cast<sf_count_t>(block.size());
  if (sf_write_short(file_->handle.get(), block.data(), count) != count) {
    return failure(file_->path, fmt::format("writing failed ({}); check the free space",
                                            sf_strerror(file_->handle.get())));
  }
  file_->samples += block.size();
  return {};
}

std::uint64_t WavWriter::samples() const { return file_->samples; }
std::uint64_t WavWriter::clipped() const { return file_->clipped; }

std::expected<WavFile, WavError> read_wav(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return failure(path, "no such file; give the path of a WAV file");
  }
  if (is_of_another_format(path)) return failure(path, "no WAV file; give one");
  SF_INFO info{};
  const Handle handle(sf_open(path.c_str(), SFM_READ, &info));
  if (!handle) {
    return failure(
        path, fmt::format("cannot be read as a WAV file ({}); give another", sf_strerror(nullptr)));
  }
  if (info.channels != 1 || info.format != (SF_FORMAT_WAV | SF_FORMAT_PCM_16)) {
    return failure(path, "not a mono WAV file of 16 bits; convert it");
  }
  if (info.frames < 0 || info.frames > kMostToRead) {
    return failure(path, "more than an hour of audio; cut it");
  }
  WavFile wav;
  wav.rate_hz = static_cast<std::uint32_t>(info.samplerate);
  wav.samples.resize(static_cast<std::size_t>(info.frames));
  const auto read = sf_read_short(handle.get(), wav.samples.data(), info.frames);
  wav.samples.resize(static_cast<std::size_t>(std::max<sf_count_t>(read, 0)));
  return wav;
}

}  // namespace orbweaver::fm
