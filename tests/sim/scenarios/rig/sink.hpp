// The servant that writes the history, and what a request to it carries.
#pragma once
#include <orbweaver/generated/idl/radio_poa.hpp>

#include <cstdint>
#include <functional>

namespace orbweaver::sim {

/// How long a servant takes. One that tires is quick at first, and later takes 20 ms now and then.
enum class Pace { at_once, dawdles, slow, tires };

class SinkServant final : public virtual CORBA::servant_traits<Sim::Sink>::base_type {
 public:
  SinkServant(std::uint32_t object, Pace pace) noexcept : object_(object), pace_(pace) {}

  void push(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override;
  std::uint32_t call(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override;
  std::uint64_t count() override;
  void _missed(const server::StreamGap& gap) override;

  /// Called in each request, after it was noted.
  std::function<void(std::uint32_t sender, std::uint32_t number)> on_request;
  /// Called by count(), before it returns.
  std::function<void()> on_count;

 private:
  void take(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body);

  std::uint32_t object_;
  Pace pace_;
  std::uint64_t count_ = 0;
};

/// The octets that the number-th call of a sender carries: their number and values follow from it.
[[nodiscard]] Sim::Octets body_of(std::uint32_t sender, std::uint32_t number);

}  // namespace orbweaver::sim
