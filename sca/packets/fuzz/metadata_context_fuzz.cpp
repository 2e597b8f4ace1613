// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the metadata of a packet. What is read, and is sound, must be read
// again from what is written of it.
#include <orbweaver/packets/metadata_context.hpp>
#include <orbweaver/packets/metadata_run.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace orbweaver;
using namespace orbweaver::packets;

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_same(const Tag& left, const Tag& right) {
  const auto* const real = std::get_if<double>(&left.value);
  const bool is_no_number = real != nullptr && *real != *real;  // which equals nothing
  return left == right || (is_no_number && left.name == right.name && left.offset == right.offset);
}

void require_same(Metadata left, Metadata right) {
  require(left.tags.size() == right.tags.size());
  for (std::size_t i = 0; i < left.tags.size(); ++i) require(is_same(left.tags[i], right.tags[i]));
  left.tags.clear();
  right.tags.clear();
  require(left == right);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto carried = CarriedMetadata::of_context({reinterpret_cast<const std::byte*>(data), size});
  if (!carried.is_given()) return 0;
  auto& metadata = carried.given();
  (void)remove_bad_values(metadata);
  require(remove_bad_values(metadata) == 0);
  require_sendable(metadata);
  const MetadataContext context{metadata};
  const auto again = read_metadata(context.data());
  require(again.has_value());
  require_same(*again, metadata);
  MetadataRun run;
  for (const std::uint64_t samples : {std::uint64_t{1}, std::uint64_t{1024}, UINT64_MAX})
    run.advance(metadata, samples);
  metadata.decimate(5);
  return 0;
}
