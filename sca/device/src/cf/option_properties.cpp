// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/option_properties.hpp>

#include <orbweaver/generated/sca/CF/ExecutableDevice.hpp>

#include <charconv>
#include <cstdint>
#include <optional>

namespace orbweaver::device {

namespace {

template <class T>
bool put_number(const std::string& text, CORBA::Any& any) {
  T number{};
  const auto* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return false;
  any <<= number;
  return true;
}

template <class... T>
bool put_first_that_fits(const std::string& text, CORBA::Any& any) {
  return (put_number<T>(text, any) || ...);
}

bool is_number(const std::string& id) {
  return id == CF::ExecutableDevice::PRIORITY_ID || id == CF::ExecutableDevice::STACK_SIZE_ID;
}

CORBA::Any value_of(const std::string& id, const std::string& text) {
  CORBA::Any any;
  const bool is_put =
      is_number(id) &&
      put_first_that_fits<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(text, any);
  if (!is_put) any <<= text;
  return any;
}

}  // namespace

CF::Properties option_properties(const std::map<std::string, std::string>& options) {
  CF::Properties properties;
  for (const auto& [id, text] : options) properties.push_back(CF::DataType{id, value_of(id, text)});
  return properties;
}

}  // namespace orbweaver::device
