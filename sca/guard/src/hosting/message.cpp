// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/guard/hosting/message.hpp>

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace orbweaver::guard::hosting {

namespace {

class Writer {
 public:
  void number(std::uint64_t value) {
    std::array<std::byte, sizeof value> octets{};
    std::memcpy(octets.data(), &value, sizeof value);
    bytes_.insert(bytes_.end(), octets.begin(), octets.end());
  }
  void text(std::string_view value) {
    number(value.size());
    const auto bytes = as_bytes(value);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  [[nodiscard]] Encoded take() { return std::move(bytes_); }

 private:
  Encoded bytes_;
};

/// After data were missing once, returns zeros and empty texts; is_done() reports it.
class Reader {
 public:
  explicit Reader(Bytes bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto bytes = take(sizeof value);
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::string text() { return std::string{as_text(take(number()))}; }
  /// Returns how many elements follow; each takes at least a byte.
  std::uint64_t count() {
    const auto value = number();
    good_ = good_ && value <= rest_.size();
    return good_ ? value : 0;
  }
  [[nodiscard]] bool is_good() const { return good_; }
  [[nodiscard]] bool is_done() const { return good_ && rest_.empty(); }

 private:
  Bytes take(std::uint64_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  Bytes rest_;
  bool good_ = true;
};

enum Kind : std::uint64_t { kRunning, kRefused, kEnded };

std::optional<Report> report_of(std::uint64_t kind, std::uint64_t number, std::string why) {
  if (kind == kRefused) return RefusalReport{number, std::move(why)};
  if (!why.empty()) return std::nullopt;
  if (kind == kRunning) return RunReport{number};
  if (kind == kEnded) return EndReport{number};
  return std::nullopt;
}

}  // namespace

Encoded encode(const RunRequest& request) {
  Writer writer;
  writer.number(request.number);
  writer.text(request.library);
  writer.number(request.words.size());
  for (const auto& word : request.words) writer.text(word);
  return writer.take();
}

std::optional<RunRequest> decode_request(Bytes bytes) {
  Reader reader{bytes};
  RunRequest request;
  request.number = reader.number();
  request.library = reader.text();
  const auto count = reader.count();
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i)
    request.words.push_back(reader.text());
  if (!reader.is_done()) return std::nullopt;
  return request;
}

Encoded encode(const Report& report) {
  Writer writer;
  writer.number(report.index());
  writer.number(std::visit([](const auto& entry) { return entry.number; }, report));
  const auto* const refused = std::get_if<RefusalReport>(&report);
  writer.text(refused ? refused->why : std::string{});
  return writer.take();
}

std::optional<Report> decode_report(Bytes bytes) {
  Reader reader{bytes};
  const auto kind = reader.number();
  const auto number = reader.number();
  auto why = reader.text();
  if (!reader.is_done()) return std::nullopt;
  return report_of(kind, number, std::move(why));
}

}  // namespace orbweaver::guard::hosting
