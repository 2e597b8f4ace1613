// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/recording/reader.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <orbweaver/recording/sigmf.hpp>

namespace orbweaver::recording {
namespace {

namespace fs = std::filesystem;
using Failure = std::unexpected<RecordingError>;

constexpr std::uintmax_t kMostMetadataOctets = 16U << 20;

constexpr std::array kExtensions = {
    std::pair{std::string_view(".cu8"), SampleFormat::cu8},
    std::pair{std::string_view(".cs8"), SampleFormat::cs8},
    std::pair{std::string_view(".cs16"), SampleFormat::cs16},
    std::pair{std::string_view(".cf32"), SampleFormat::cf32},
};

Failure failure(const fs::path& path, std::string_view what) {
  return Failure(RecordingError{fmt::format("{}: {}", path.string(), what)});
}

/// The size of a regular file that holds something.
std::expected<std::uintmax_t, RecordingError> checked_size(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return failure(path, "no such file; give the path of an IQ recording");
  }
  if (!error && !fs::is_regular_file(status)) {
    return failure(path, "not a regular file; give the path of an IQ recording");
  }
  const std::uintmax_t size = error ? 0 : fs::file_size(path, error);
  if (error) return failure(path, fmt::format("{}; check its permissions", error.message()));
  if (size == 0) return failure(path, "the file is empty; record or generate it again");
  return size;
}

std::expected<std::ifstream, RecordingError> open_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return failure(path, "cannot be opened for reading; check its permissions");
  return file;
}

/// What a file that calls itself raw samples really is; empty if it may be raw samples.
std::string_view foreign_content(std::span<const char> head) {
  const std::string_view text(head.data(), head.size());
  if (text.starts_with("RIFF") &&
      text.substr(std::min<std::size_t>(8, text.size())).starts_with("WAVE")) {
    return "a WAV file";
  }
  if (text.starts_with("\x1f\x8b")) return "gzip-compressed";
  if (text.starts_with("PK\x03\x04")) return "a ZIP archive";
  // Samples rest around 128 (cu8) or 0, so they never look like 64 printable characters in a row.
  const bool printable = std::ranges::all_of(
      text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t'; });
  return text.size() >= 64 && printable ? "text" : "";
}

std::expected<void, RecordingError> refuse_foreign_content(const fs::path& path,
                                                           std::ifstream& file) {
  std::array<char, 256> head{};
  file.read(head.data(), head.size());
  const auto content =
      foreign_content(std::span(head).first(static_cast<std::size_t>(file.gcount())));
  file.clear();
  file.seekg(0);
  if (content.empty()) return {};
  return failure(path,
                 fmt::format("this is {}, not raw IQ samples; convert it to .cu8, .cs8, .cs16 "
                             "or .cf32",
                             content));
}

std::expected<std::string, RecordingError> read_metadata(const fs::path& path) {
  const auto size = checked_size(path);
  if (!size) return Failure(size.error());
  if (*size > kMostMetadataOctets) {
    return failure(path, "more than 16 MiB of metadata; remove its annotations");
  }
  auto file = open_file(path);
  if (!file) return Failure(file.error());
  std::string text(std::istreambuf_iterator<char>(*file), {});
  if (file->bad()) return failure(path, "reading failed; check the disk");
  return text;
}

struct Source {
  fs::path path;
  SigmfMeta meta;
};

/// The file that holds the samples, and what is known of them.
std::expected<Source, RecordingError> find_source(const fs::path& path) {
  const std::string extension = path.extension().string();
  for (const auto& [known, format] : kExtensions) {
    if (extension == known) return Source{path, {.format = format}};
  }
  if (extension == ".sigmf-meta") {
    const auto text = read_metadata(path);
    if (!text) return Failure(text.error());
    const auto meta = parse_sigmf_meta(*text);
    if (!meta) return failure(path, meta.error());
    return Source{fs::path(path).replace_extension(".sigmf-data"), *meta};
  }
  return failure(path,
                 "unknown kind of recording; name it .cu8, .cs8, .cs16, .cf32 or .sigmf-meta");
}

}  // namespace

Reader::Reader(fs::path path, std::ifstream file, SampleFormat format, std::uint64_t octets)
    : path_(std::move(path)),
      file_(std::move(file)),
      format_(format),
      samples_(octets / octets_per_sample(format)),
      trailing_octets_(octets % octets_per_sample(format)) {}

std::expected<Reader, RecordingError> Reader::open(const fs::path& path) {
  auto source = find_source(path);
  if (!source) return Failure(source.error());
  const auto size = checked_size(source->path);
  if (!size) return Failure(size.error());
  const SampleFormat format = source->meta.format;
  if (*size < octets_per_sample(format)) {
    return failure(source->path, "shorter than one sample; record or generate it again");
  }
  auto file = open_file(source->path);
  if (!file) return Failure(file.error());
  if (auto raw = refuse_foreign_content(source->path, *file); !raw) return Failure(raw.error());
  Reader reader(std::move(source->path), std::move(*file), format, *size);
  reader.sample_rate_hz_ = source->meta.sample_rate_hz;
  return reader;
}

template <class Value>
std::expected<std::size_t, RecordingError> Reader::read_values(std::span<Value> iq) {
  const auto samples =
      static_cast<std::size_t>(std::min<std::uint64_t>(iq.size() / 2, samples_ - samples_read_));
  octets_.resize(samples * octets_per_sample(format_));
  file_.read(octets_.data(), static_cast<std::streamsize>(octets_.size()));
  if (static_cast<std::size_t>(file_.gcount()) != octets_.size()) {
    return failure(path_, fmt::format("reading failed after sample {}; was the file cut meanwhile?",
                                      samples_read_));
  }
  const Conversion conversion = convert(format_, octets_, iq.first(2 * samples));
  if (conversion.not_numbers != 0) {
    return failure(path_, fmt::format("values after sample {} are no numbers, so this is not cf32; "
                                      "name it by its real format",
                                      samples_read_));
  }
  clipped_ += conversion.clipped;
  samples_read_ += samples;
  return samples;
}

std::expected<std::size_t, RecordingError> Reader::read(std::span<std::int16_t> iq) {
  return read_values(iq);
}

std::expected<std::size_t, RecordingError> Reader::read(std::span<std::complex<float>> iq) {
  // [complex.numbers.general]: an array of complex<float> is one of floats, real and imaginary part
  // by turns.
  return read_values(std::span(reinterpret_cast<float*>(iq.data()), 2 * iq.size()));
}

std::vector<std::string> Reader::warnings() const {
  std::vector<std::string> lines;
  if (trailing_octets_ != 0) {
    lines.push_back(fmt::format("{}: ignored {} trailing octet(s), less than one sample",
                                path_.string(), trailing_octets_));
  }
  if (clipped_ != 0) {
    lines.push_back(
        fmt::format("{}: {} values beyond full scale were clipped; scale it to -1 ... 1",
                    path_.string(), clipped_));
  }
  return lines;
}

}  // namespace orbweaver::recording
