// SPDX-License-Identifier: Apache-2.0
// Components for tests: numbers go from a source through stages to a sink.
#pragma once
#include <orbweaver/component/stream_component.hpp>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

namespace orbweaver::component::test {

using NumbersIn = In<"numbers_in", standardInterfaces::realLong>;
using NumbersOut = Out<"numbers_out", standardInterfaces::realLong>;
using OctetsIn = In<"octets_in", Packet::OctetStream>;
using OctetsOut = Out<"octets_out", Packet::OctetStream>;

/// Makes packets of one number each: 1 to `count`.
class Counter final : public StreamComponent<NumbersOut> {
 public:
  Counter() : StreamComponent({simple<std::uint32_t>("count", 10)}) {}
  std::atomic<std::uint32_t> made{0};

  /// Waits until its end was sent.
  void wait_for_end() const { has_ended_.wait(false); }

 private:
  bool produce(Output& out) override {
    if (made == get<std::uint32_t>("count")) return false;
    out.packet().push_back(static_cast<std::int32_t>(++made));
    return true;
  }
  [[nodiscard]] nlohmann::json figures() const override {
    has_ended_ = true;
    has_ended_.notify_all();
    return {{"made", made.load()}};
  }
  mutable std::atomic<bool> has_ended_{false};
};

/// Makes a packet of one number, one of `size` numbers, and one of one number.
class Bulk final : public StreamComponent<NumbersOut> {
 public:
  Bulk() : StreamComponent({simple<std::uint32_t>("size", 10)}) {}

 private:
  bool produce(Output& out) override {
    if (++made_ > 3) return false;
    out.packet().resize(made_ == 2 ? get<std::uint32_t>("size").value_or(1) : 1);
    return true;
  }
  int made_ = 0;
};

/// Twice each number. Keeps no state. Fails at the number `refused`, if one is set.
class Doubler final : public StreamComponent<NumbersIn, NumbersOut> {
 public:
  Doubler() : StreamComponent({simple<std::int32_t>("refused")}, State::none) {}

 private:
  void process(const Input& in, Output& out) override {
    if (const auto refused = get<std::int32_t>("refused"); refused && *refused == in.samples()[0])
      throw std::runtime_error("it does not like this number");
    auto& doubled = out.packet();
    for (const auto sample : in.samples()) doubled.push_back(2 * sample);
  }
};

/// Twice each number, in the memory in which it came.
class InPlaceDoubler final : public StreamComponent<NumbersIn, NumbersOut> {
 public:
  InPlaceDoubler() : StreamComponent({}, State::none) {}

 private:
  void process(const Input& in, Output& out) override {
    for (auto& character : out.packet(in)) character *= 2;
  }
};

/// The sum so far as octets, and at the end one packet more.
class Adder final : public StreamComponent<NumbersIn, OctetsOut> {
 private:
  void process(const Input& in, Output& out) override {
    for (const auto sample : in.samples()) sum_ += sample;
    out.packet().push_back(static_cast<std::uint8_t>(sum_));
  }
  void finish(Output& out) override { out.packet().push_back(255); }
  std::int32_t sum_ = 0;
};

/// Two streams at once, each on its own way.
class Mixer final : public StreamComponent<In<"left_in", standardInterfaces::realLong>, OctetsIn,
                                           NumbersOut, OctetsOut> {
 public:
  using Left = In<"left_in", standardInterfaces::realLong>;

 private:
  void process(const component::Input<Left>& in, Output& out) override {
    out.port<NumbersOut>().packet().assign(in.samples().begin(), in.samples().end());
  }
  void process(const component::Input<OctetsIn>& in, Output& out) override {
    out.port<OctetsOut>().packet().assign(in.samples().begin(), in.samples().end());
  }
};

/// Takes two streams, and does at their end what the test wants.
class Closer final : public StreamComponent<In<"left_in", standardInterfaces::realLong>, OctetsIn> {
 public:
  using Left = In<"left_in", standardInterfaces::realLong>;
  std::function<void()> at_end;

 private:
  void process(const component::Input<Left>&, Output&) override {}
  void process(const component::Input<OctetsIn>&, Output&) override {}
  void finish(Output&) override { at_end(); }
};

/// Keeps what comes.
template <class In_>
class Keeper final : public StreamComponent<In_> {
 public:
  using Base = StreamComponent<In_>;

  /// Waits for the end of `streams` streams.
  std::vector<typename In_::Sample> wait_for_end(int streams = 1) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ends_ >= streams; });
    return kept_;
  }
  std::vector<typename In_::Sample> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return kept_.size() >= count; });
    return kept_;
  }

 private:
  void process(const typename Base::Input& in, typename Base::Output&) override {
    const std::lock_guard lock(mutex_);
    kept_.insert(kept_.end(), in.samples().begin(), in.samples().end());
    changed_.notify_all();
  }
  void finish(typename Base::Output&) override {
    const std::lock_guard lock(mutex_);
    ++ends_;
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<typename In_::Sample> kept_;
  int ends_ = 0;
};

/// Works at each packet until the test lets it go on.
class Staller final : public StreamComponent<NumbersIn> {
 public:
  void go_on() {
    const std::lock_guard lock(mutex_);
    may_go_on_ = true;
    changed_.notify_all();
  }
  void wait_for_end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_ended_; });
  }

 private:
  void process(const Input&, Output&) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return may_go_on_; });
  }
  void finish(Output&) override {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool may_go_on_ = false, has_ended_ = false;
};

using NumberKeeper = Keeper<NumbersIn>;
using OctetKeeper = Keeper<OctetsIn>;

}  // namespace orbweaver::component::test
