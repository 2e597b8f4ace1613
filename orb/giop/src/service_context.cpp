#include <orbweaver/giop/service_context.hpp>

namespace orbweaver::giop {
namespace {

constexpr std::size_t kLeastContextSize = 8;  // its id and the length of its data

}  // namespace

ServiceContextView ServiceContextView::decode(cdr::Decoder& decoder) noexcept {
  ServiceContextView view;
  view.order_ = decoder.byte_order();
  view.count_ = decoder.get_length(kLeastContextSize);
  if (view.count_ == 0) return view;
  view.origin_ = decoder.position();
  cdr::Decoder scan = decoder;
  for (std::uint32_t i = 0; i < view.count_ && scan.ok(); ++i) {
    const auto id = scan.get<std::uint32_t>();
    const auto data = scan.get_octets();
    if (i == 0) view.first_ = {id, data};
  }
  if (const auto error = scan.error()) {
    decoder.fail(*error);
    return {};
  }
  view.list_ = decoder.get_bytes(scan.position() - view.origin_);
  return view;
}

std::optional<Bytes> ServiceContextView::search(std::uint32_t id) const noexcept {
  cdr::Decoder decoder{list_, order_, origin_};
  for (std::uint32_t i = 0; i < count_; ++i) {
    const auto found = decoder.get<std::uint32_t>();
    const Bytes data = decoder.get_octets();
    if (found == id) return data;
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
