#include <orbweaver/component/output_base.hpp>

#include <stdexcept>
#include <string>

namespace orbweaver::component {

// ---- of one port ----

packets::Metadata& PortOutputBase::metadata() {
  if (!has_metadata_) begin_step(packets::Metadata{});
  return used_ == 0 ? next_ : metadata_[used_ - 1];
}

void PortOutputBase::begin_step(const packets::Metadata& metadata) {
  next_ = metadata;
  has_metadata_ = true;
  metadata_.assign(used_, metadata);
}

void PortOutputBase::require_sendable() const try {
  if (!has_metadata_) return;
  for (std::size_t place = 0; place < used_; ++place) packets::require_sendable(metadata_[place]);
} catch (const std::length_error& error) {
  throw std::length_error("port '" + std::string{name_} + "': " + error.what());
}

void PortOutputBase::send(PacketSender& sender, const std::optional<packets::Times>& times) {
  if (has_metadata_ && used_ > 0) end_metadata(used_ - 1);
  for (std::size_t place = 0; place < used_; ++place) {
    const bool says_something = has_metadata_ && !metadata_[place].is_empty();
    if (is_sent(place))
      sender.send(samples_at(place), says_something ? &metadata_[place] : nullptr, times);
  }
  drop_all();
}

void PortOutputBase::drop_all() noexcept {
  next_.tags.clear();
  used_ = 0;
}

void PortOutputBase::begin_metadata() {
  if (used_ > 0) end_metadata(used_ - 1);
  metadata_.resize(used_);
  metadata_.push_back(next_);
}

void PortOutputBase::end_metadata(std::size_t place) {
  next_ = metadata_[place];
  if (is_sent(place)) run_.advance(next_, count_at(place));
}

// ---- of all ports ----

void OutputBase::begin_step(const packets::Metadata& metadata) {
  for (auto* const port : ports_)
    if (metadata.is_empty())
      port->begin_step();
    else
      port->begin_step(metadata);
}

void OutputBase::require_sendable() const {
  for (const auto* const port : ports_) port->require_sendable();
}

void OutputBase::send(std::span<PacketSender* const> senders,
                      const std::optional<packets::Times>& times) {
  for (std::size_t i = 0; i < ports_.size(); ++i) ports_[i]->send(*senders[i], times);
  drop_all();
}

void OutputBase::drop_all() noexcept {
  for (auto* const port : ports_) port->drop_all();
  due_.reset();
}

}  // namespace orbweaver::component
