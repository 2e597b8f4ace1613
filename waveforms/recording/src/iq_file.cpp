// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/recording/iq_file.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orbweaver::recording {
namespace {

namespace fs = std::filesystem;

std::string not_written(const fs::path& path) {
  return fmt::format("{}: cannot be written; check its folder and the free space", path.string());
}

std::expected<void, std::string> write_metadata(const fs::path& path, std::uint32_t rate,
                                                std::string_view description) {
  const nlohmann::json meta{{"global",
                             {{"core:datatype", "ci16_le"},
                              {"core:sample_rate", rate},
                              {"core:version", "1.0.0"},
                              {"core:description", description}}},
                            {"captures", {{{"core:sample_start", 0}}}},
                            {"annotations", nlohmann::json::array()}};
  std::ofstream file(path);
  file << meta.dump(2) << '\n';
  file.close();
  if (!file) return std::unexpected(not_written(path));
  return {};
}

}  // namespace

IqFile::IqFile(fs::path path, SampleFormat format)
    : path_(std::move(path)), format_(format), file_(path_, std::ios::binary) {}

std::expected<IqFile, std::string> IqFile::create(const fs::path& path,
                                                  std::uint32_t sample_rate_hz,
                                                  std::string_view description) {
  const auto extension = path.extension();
  if (extension == ".cu8") return IqFile(path, SampleFormat::cu8);
  if (extension == ".cs16") return IqFile(path, SampleFormat::cs16);
  if (extension == ".cf32") return IqFile(path, SampleFormat::cf32);
  if (extension == ".sigmf-meta") {
    if (auto meta = write_metadata(path, sample_rate_hz, description); !meta) {
      return std::unexpected(meta.error());
    }
    return IqFile(fs::path(path).replace_extension(".sigmf-data"), SampleFormat::cs16);
  }
  return std::unexpected(fmt::format(
      "{}: unknown kind of recording; name it .cu8, .cs16, .cf32 or .sigmf-meta", path.string()));
}

void IqFile::append(float value) {
  const float clipped = std::clamp(value, -1.0F, 1.0F);
  const auto put = [this](std::uint32_t bits, unsigned octets) {
    for (unsigned k = 0; k < octets; ++k) octets_.push_back(static_cast<char>(bits >> 8 * k));
  };
  if (format_ == SampleFormat::cu8) {
    put(static_cast<std::uint32_t>(std::lrint(127.5F + 127.5F * clipped)), 1);
  } else if (format_ == SampleFormat::cs16) {
    put(static_cast<std::uint32_t>(std::lrint(32767 * clipped)), 2);
  } else {
    put(std::bit_cast<std::uint32_t>(value), 4);
  }
}

void IqFile::write(std::span<const std::complex<float>> samples) {
  octets_.clear();
  for (const auto& sample : samples) {
    append(sample.real());
    append(sample.imag());
  }
  file_.write(octets_.data(), static_cast<std::streamsize>(octets_.size()));
}

std::expected<void, std::string> IqFile::close() {
  file_.close();
  if (file_) return {};
  return std::unexpected(not_written(path_));
}

}  // namespace orbweaver::recording
