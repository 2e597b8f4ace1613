// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as a name of the naming service and as a corbaname URL. What is taken must
// be the same when it is written again.
#include <orbweaver/corba/compound_name.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::corba;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (const auto name = parse_name(text))
    require(!name->empty() && parse_name(to_text(*name)) == name);
  if (const auto url = parse_naming_url(text))
    require(parse_naming_url(":h#" + escape_for_url(url->name))->name == url->name);
  (void)is_url_address(text);
  return 0;
}
