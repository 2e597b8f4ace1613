// SPDX-License-Identifier: Apache-2.0
// A file of rules with any bytes: it is read, or one line says why not.
#include <orbweaver/rules/rules_text.hpp>

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text{reinterpret_cast<const char*>(data), size};
  const auto rules = orbweaver::rules::read_rules(text, "fuzz.toml");
  if (!rules) {
    if (!rules.error().starts_with("fuzz.toml, line ")) std::abort();
    return 0;
  }
  const std::string who[]{"user:1000", "group:1000"};
  (void)rules->decide(who, {.object = "RootPOA/radio", .operation = "start"});
  return 0;
}
