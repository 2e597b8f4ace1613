// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/output_base.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

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

void PortOutputBase::send(const std::optional<packets::Times>& times) {
  if (has_metadata_ && used_ > 0) end_metadata(used_ - 1);
  for (std::size_t place = 0; place < used_; ++place) {
    if (!is_sent(place)) continue;
    const bool says_something = has_metadata_ && !metadata_[place].is_empty();
    const auto* const metadata = says_something ? &metadata_[place] : nullptr;
    if (const auto* const lent = lent_at(place))
      sender_->send_lent(lent->samples, metadata, times);
    else
      sender_->send(samples_at(place), metadata, times);
  }
  drop_all();
}

LentSamples& PortOutputBase::lend(std::size_t count, std::size_t bytes_each, bool is_pair) {
  LentSamples lent_samples{.I = sender_->lend(count * bytes_each), .count = count};
  if (is_pair) lent_samples.Q = sender_->lend(count * bytes_each);
  return lent_.emplace_back(LentPacket{used_ - 1, std::move(lent_samples)}).samples;
}

LentSamples* PortOutputBase::lent() noexcept {
  return !lent_.empty() && lent_.back().place + 1 == used_ ? &lent_.back().samples : nullptr;
}

const PortOutputBase::LentPacket* PortOutputBase::lent_at(std::size_t place) const noexcept {
  const auto found = std::ranges::lower_bound(lent_, place, {}, &LentPacket::place);
  return found != lent_.end() && found->place == place ? &*found : nullptr;
}

std::size_t PortOutputBase::samples_in(std::size_t place) const noexcept {
  const auto* const lent = lent_at(place);
  return lent ? lent->samples.count : count_at(place);
}

void PortOutputBase::drop_all() noexcept {
  lent_.clear();
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
  if (is_sent(place)) run_.advance(next_, samples_in(place));
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

void OutputBase::set_senders(std::span<PacketSender* const> senders) noexcept {
  for (std::size_t i = 0; i < ports_.size(); ++i) ports_[i]->set_sender(*senders[i]);
}

void OutputBase::send(const std::optional<packets::Times>& times) {
  for (auto* const port : ports_) port->send(times);
  drop_all();
}

void OutputBase::drop_all() noexcept {
  for (auto* const port : ports_) port->drop_all();
  due_.reset();
}

}  // namespace orbweaver::component
