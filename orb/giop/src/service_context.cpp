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
