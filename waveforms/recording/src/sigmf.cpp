// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/recording/sigmf.hpp>

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orbweaver::recording {
namespace {

using Json = nlohmann::json;
using Complaint = std::unexpected<std::string>;

constexpr std::array kDatatypes = {
    std::pair{std::string_view("cu8"), SampleFormat::cu8},
    std::pair{std::string_view("ci8"), SampleFormat::cs8},
    std::pair{std::string_view("ci16_le"), SampleFormat::cs16},
    std::pair{std::string_view("cf32_le"), SampleFormat::cf32},
};

std::expected<SampleFormat, std::string> datatype(const Json& global) {
  const auto found = global.find("core:datatype");
  if (found == global.end() || !found->is_string()) {
    return Complaint("core:datatype is missing; add cu8, ci8, ci16_le or cf32_le");
  }
  const auto& name = found->get_ref<const std::string&>();
  for (const auto& [known, format] : kDatatypes) {
    if (name == known) return format;
  }
  return Complaint(fmt::format(
      "core:datatype {} is not supported; convert the samples to cu8, ci8, ci16_le or cf32_le",
      found->dump(-1, ' ', true, Json::error_handler_t::replace)));
}

std::expected<std::optional<double>, std::string> sample_rate(const Json& global) {
  const auto found = global.find("core:sample_rate");
  if (found == global.end()) return std::nullopt;
  const double rate = found->is_number() ? found->get<double>() : 0;
  if (std::isfinite(rate) && rate > 0) return rate;
  return Complaint("core:sample_rate is not a number above 0; write the samples a second");
}

std::expected<void, std::string> check_channels(const Json& global) {
  const auto found = global.find("core:num_channels");
  if (found == global.end() || *found == 1) return {};
  return Complaint("core:num_channels is not 1; extract one channel");
}

}  // namespace

std::expected<SigmfMeta, std::string> parse_sigmf_meta(std::string_view json) {
  const Json meta = Json::parse(json, nullptr, false);
  if (meta.is_discarded()) return Complaint("it is not JSON; write SigMF metadata into it");
  const auto global = meta.is_object() ? meta.find("global") : meta.end();
  if (!meta.is_object() || global == meta.end() || !global->is_object()) {
    return Complaint("it has no \"global\" object; write SigMF metadata into it");
  }
  if (auto channels = check_channels(*global); !channels) return Complaint(channels.error());
  const auto rate = sample_rate(*global);
  if (!rate) return Complaint(rate.error());
  const auto format = datatype(*global);
  if (!format) return Complaint(format.error());
  return SigmfMeta{*format, *rate};
}

}  // namespace orbweaver::recording
