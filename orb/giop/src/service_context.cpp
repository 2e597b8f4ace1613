// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/service_context.hpp>

#include <cstddef>
#include <cstring>

namespace orbweaver::giop {
namespace {

constexpr std::size_t kLeastContextSize = 8;  // its id and the length of its data
constexpr std::size_t kAlignment = 4;         // of both

}  // namespace

ServiceContextView ServiceContextView::decode(cdr::Decoder& decoder) noexcept {
  ServiceContextView view;
  view.order_ = decoder.byte_order();
  view.count_ = decoder.get_length(kLeastContextSize);
  if (view.count_ == 0) return view;
  if (view.count_ == 1) {  // search() is not called
    view.first_ = {decoder.get<std::uint32_t>(), decoder.get_octets()};
    return decoder.ok() ? view : ServiceContextView{};
  }
  view.origin_ = decoder.position();
  cdr::Decoder scan = decoder;
  view.first_ = {scan.get<std::uint32_t>(), scan.get_octets()};
  for (std::uint32_t i = 1; i < view.count_ && scan.ok(); ++i) {
    (void)scan.get<std::uint32_t>();
    (void)scan.get_octets();
  }
  if (const auto error = scan.error()) {
    decoder.fail(*error);
    return {};
  }
  if (!scan.is_in_piece_of(decoder)) {  // search() could not read them
    decoder.fail(cdr::DecodeError::truncated);
    return {};
  }
  view.list_ = decoder.get_bytes(scan.position() - view.origin_);
  return view;
}

// A request is searched for several contexts that it does not have. decode() has checked the list,
// so no step needs a check: that takes a third of the time.
std::optional<Bytes> ServiceContextView::search(std::uint32_t id) const noexcept {
  std::size_t at = 0;
  const auto take = [&] {
    at += (kAlignment - (origin_ + at) % kAlignment) % kAlignment;
    std::uint32_t value = 0;
    std::memcpy(&value, list_.data() + at, sizeof value);
    at += sizeof value;
    return order_ == cdr::kNativeOrder ? value : __builtin_bswap32(value);
  };
  for (std::uint32_t i = 0; i < count_; ++i) {
    const auto found = take();
    const std::size_t size = take();
    if (found == id) return list_.subspan(at, size);
    at += size;
  }
  return std::nullopt;
}

void encode(cdr::Encoder& encoder, std::span<const ServiceContext> contexts) {
  encoder.put(static_cast<std::uint32_t>(contexts.size()));
  for (const auto& context : contexts) {
    encoder.put(context.id);
    encoder.put_octets(context.data);
  }
}

}  // namespace orbweaver::giop
