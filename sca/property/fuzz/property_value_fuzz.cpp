// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as a value of any type. The first byte chooses the type; a value that is
// read must come back equal from its text.
#include <orbweaver/property/fit.hpp>

#include <cstdlib>

namespace {

using namespace orbweaver::property;

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_nan(const Scalar& value) {
  return std::visit([](const auto& entry) { return !(entry == entry); }, value);
}

void check_scalar(Type type, std::string_view text) {
  const auto value = parse_scalar(type, text);
  if (!value) return require(!value.error().text.empty());
  require(type_of(*value) == type);
  if (is_nan(*value)) return;
  require(parse_scalar(type, to_text(*value)) == *value);
  const Shape bounded{type, false, Range{std::string{text}, std::string{text}, {}}, {}};
  require(parse_item(bounded, text).has_value());
}

void check_complex(Type type, std::string_view text) {
  const auto value = parse_complex(type, text);
  if (!value) return require(!value.error().text.empty());
  if (is_nan(value->real) || is_nan(value->imaginary)) return;
  require(parse_complex(type, to_text(*value)) == *value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto type = static_cast<Type>(data[0] % (static_cast<int>(Type::utctime) + 1));
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_scalar(type, text);
  check_complex(type, text);
  return 0;
}
