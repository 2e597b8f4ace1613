// SPDX-License-Identifier: Apache-2.0
// The servants that write the history, and what a request to them carries.
#pragma once
#include <orbweaver/generated/idl/radio_poa.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <span>

namespace orbweaver::sim {

/// How long a servant takes. One that tires is quick at first, and later takes 20 ms now and then.
enum class Pace { at_once, dawdles, slow, tires };

/// What the servants do with a request, however its octets come.
class SinkNotes {
 public:
  SinkNotes(std::uint32_t object, Pace pace) noexcept : object_(object), pace_(pace) {}

  /// Called in each request, after it was noted.
  std::function<void(std::uint32_t sender, std::uint32_t number)> on_request;
  /// Called by count(), before it returns.
  std::function<void()> on_count;

 protected:
  void take(std::uint32_t sender, std::uint32_t number, std::span<const std::uint8_t> body);
  [[nodiscard]] std::uint64_t counted() const;
  void miss(const server::OrderGap& gap);

 private:
  std::uint32_t object_;
  Pace pace_;
  std::uint64_t count_ = 0;
};

class SinkServant final : public virtual CORBA::servant_traits<Sim::Sink>::base_type,
                          public SinkNotes {
 public:
  using SinkNotes::SinkNotes;

  void push(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override;
  std::uint32_t call(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override;
  std::uint64_t count() override { return counted(); }
  void _missed(const server::OrderGap& gap) override { miss(gap); }
};

/// Gets views, and keeps the last ones: they must not change.
class KeepingSinkServant final : public virtual CORBA::servant_traits<Sim::Sink>::views_type,
                                 public SinkNotes {
 public:
  using SinkNotes::SinkNotes;
  using Octets = corba::View<std::uint8_t>;

  void push(std::uint32_t sender, std::uint32_t number, Octets body) override;
  std::uint32_t call(std::uint32_t sender, std::uint32_t number, Octets body) override;
  std::uint64_t count() override;
  void _missed(const server::OrderGap& gap) override { miss(gap); }

 private:
  struct Kept {
    std::uint32_t sender, number;
    Octets body;
  };
  void check_kept() const;
  void keep(Kept kept);

  std::deque<Kept> kept_;
  std::size_t kept_octets_ = 0;
};

/// One that keeps views if world().lends.
[[nodiscard]] PortableServer::Servant make_sink(std::uint32_t object, Pace pace);

/// The octets that the number-th call of a sender carries: their number and values follow from it.
[[nodiscard]] Sim::Octets body_of(std::uint32_t sender, std::uint32_t number);

}  // namespace orbweaver::sim
