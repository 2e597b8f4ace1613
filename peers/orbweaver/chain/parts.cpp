// SPDX-License-Identifier: Apache-2.0
#include "parts.hpp"

#include <orbweaver/component/make_parts.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port.hpp>

#include <sys/resource.h>

#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

#include "components.hpp"

namespace orbweaver::chain_bench {

namespace {

using Adapter = CORBA::object_reference<PortableServer::POA>;

/// One component at work, without a domain.
class Part {
 public:
  template <class Class>
  static Part make(const resource::ProgramContext& context) {
    Part part;
    part.parts_ = component::make_parts<Class>(context);
    if (!part.parts_.component->initialize())
      throw std::runtime_error("a part of the chain did not initialize");
    return part;
  }
  template <class Class>
  [[nodiscard]] Class& as() {
    return dynamic_cast<Class&>(*parts_.component);
  }
  void start() { (void)parts_.component->start(); }
  [[nodiscard]] CORBA::object_reference<CORBA::Object> port(const std::string& name) {
    return parts_.ports->find(name);
  }
  void connect(const CORBA::object_reference<CORBA::Object>& target) {
    IDL::traits<CF::Port>::narrow(port("samples_out"))->connectPort(target, "next");
  }
  void end() {
    (void)parts_.component->stop();
    (void)parts_.component->release();
    parts_.ports->close();
  }

 private:
  resource::ResourceParts parts_;
};

class Components final : public Parts {
 public:
  Components(const Chain& chain, std::size_t first, std::size_t last)
      : chain_(chain), orb_(CORBA::ORB_init({"-ORBtransport", "shm"})) {
    adapter_ =
        IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    adapter_->the_POAManager()->activate();
    for (std::size_t number = first; number <= last; ++number) parts_.push_back(make(number));
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i)
      parts_[i].connect(parts_[i + 1].port("samples_in"));
    has_source_ = first == 0;
    if (has_source_) parts_.front().as<Source>().set_samples(chain_.samples);
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) part->start();
  }
  ~Components() override {
    if (has_source_) parts_.front().as<Source>().close();
    for (auto& part : parts_) part.end();
    parts_.clear();
    orb_->destroy();
    std::fclose(nowhere_);
  }

  std::string reference() override {
    return has_source_ ? "" : orb_->object_to_string(parts_.front().port("samples_in"));
  }
  void connect(const std::string& reference) override {
    parts_.back().connect(orb_->string_to_object(reference));
  }
  void order(std::uint64_t packets) override { parts_.front().as<Source>().order(packets); }
  std::int64_t await(std::uint64_t packets) override {
    return parts_.back().as<Sink>().await(packets);
  }
  void close() override { parts_.front().as<Source>().close(); }
  void await_end() override { parts_.back().as<Sink>().await_end(); }

 private:
  Part make(std::size_t number) {
    const resource::Arguments arguments{{}, {}, "part" + std::to_string(number), {}, {}};
    const resource::ProgramContext context{arguments, orb_, adapter_, nowhere_};
    if (number == 0) return Part::make<Source>(context);
    if (number + 1 == chain_.parts()) return Part::make<Sink>(context);
    return Part::make<Filter>(context);
  }

  const Chain chain_;
  std::FILE* const nowhere_ = std::fopen("/dev/null", "w");
  std::shared_ptr<CORBA::ORB> orb_;
  Adapter adapter_;
  std::vector<Part> parts_;
  bool has_source_ = false;
};

class Plain final : public Parts {
 public:
  explicit Plain(const Chain& chain) : wave_(chain.samples), filters_(chain.filters) {}
  void order(std::uint64_t packets) override {
    for (; packets > 0; --packets) run();
    last_ns_ = monotonic_ns();
  }
  std::int64_t await(std::uint64_t) override { return last_ns_; }

 private:
  void run() {
    wave_.fill(packet_);
    for (auto& biquad : filters_) {
      biquad.process(packet_, made_);
      packet_.swap(made_);
    }
    power_.add(packet_);
  }
  Wave wave_;
  std::vector<Biquad> filters_;
  Power power_;
  std::vector<float> packet_, made_;
  std::int64_t last_ns_ = 0;
};

}  // namespace

Spent spent_so_far() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return {time.tv_sec * 1'000'000'000 + time.tv_nsec, usage.ru_nvcsw};
}

std::unique_ptr<Parts> make_components(const Chain& chain, std::size_t first, std::size_t last) {
  return std::make_unique<Components>(chain, first, last);
}

std::unique_ptr<Parts> make_plain(const Chain& chain) { return std::make_unique<Plain>(chain); }

}  // namespace orbweaver::chain_bench
