// SPDX-License-Identifier: Apache-2.0
// Components for tests of a trial, in one program: its parameter `shape` chooses one. Its parameter
// `behave` is "<what> at <step>": it dies, hangs or fails at construct, initialize, configure,
// getPort, connect, start, process, finish, stop or release.
//
// "print" as behaviour: it does not know naming contexts, and prints its reference. "print
// nonsense": it also prints what looks like one and is none.
#include <orbweaver/component/make_parts.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace orbweaver;

std::string behaviour;

/// Prints into a pipe without a reader.
void end_with_the_next_line() {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  ::close(ends[0]);
  ::dup2(ends[1], STDOUT_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
}

/// Does what the parameter says is to be done at this step.
void reach(const std::string& step) {
  if (behaviour == "die at " + step) std::raise(SIGKILL);
  if (behaviour == "end at " + step) std::_Exit(3);
  if (behaviour == "die after " + step) end_with_the_next_line();
  if (behaviour == "fail at " + step) throw std::runtime_error("asked to fail at " + step);
  if (behaviour != "hang at " + step) return;
  std::puts(R"({"event":"hang"})");
  std::fflush(stdout);
  while (true) ::pause();
}

component::Definitions definitions() {
  using component::simple;
  using property::Kind;
  return {simple<std::string>("behave", "", {.kind = Kind::execparam}),
          simple<std::string>("shape", "stage", {.kind = Kind::execparam}),
          simple<std::uint32_t>("count", 3, {.kind = Kind::execparam}),
          simple<std::int16_t>("gain", std::int16_t{1}, {.range = {{"-9", "9"}}})};
}

template <class... Ports>
class Subject : public component::StreamComponent<Ports...> {
 public:
  Subject() : component::StreamComponent<Ports...>(definitions()) {
    (void)this->properties()->on_change("gain", [](const property::Value&) { reach("configure"); });
  }
  component::Outcome initialize() override {
    std::puts("initialised");
    std::fflush(stdout);
    reach("initialize");
    return {};
  }
  component::Outcome on_start() override {
    reach("start");
    return {};
  }
  void on_stop() override { reach("stop"); }
};

using NumbersIn = component::In<"in", standardInterfaces::realShort>;
using MoreIn = component::In<"more", standardInterfaces::complexShort>;
using NumbersOut = component::Out<"out", standardInterfaces::realShort>;

class Stage final : public Subject<NumbersIn, NumbersOut> {
  void process(const Input& in, Output& out) override {
    reach("process");
    const auto gain = get<std::int16_t>("gain").value_or(1);
    auto& packet = out.packet();
    for (const auto sample : in.samples())
      packet.push_back(static_cast<std::int16_t>(gain * sample));
  }
  void finish(Output&) override { reach("finish"); }
};

/// Packets with the numbers from 1 on, each twice; `count` 0: without an end.
class Source final : public Subject<NumbersOut> {
  bool produce(Output& out) override {
    reach("process");
    const auto count = get<std::uint32_t>("count").value_or(0);
    if (count != 0 && made_ == count) return false;
    if (made_ == 1) {
      std::puts("the first packet went out");
      std::fflush(stdout);
    }
    const auto number = static_cast<std::int16_t>(++made_);
    out.packet() = {number, number};
    return true;
  }
  std::uint32_t made_ = 0;
};

class Sink final : public Subject<NumbersIn> {
  void process(const Input& in, Output&) override {
    reach("process");
    for (const auto sample : in.samples()) sum_ += sample;
  }
  void finish(Output&) override { std::fprintf(stderr, "the sum is %ld\n", sum_); }
  long sum_ = 0;
};

/// Hands both inputs on, as pairs: of the first, its number and 0.
class Mixer final
    : public Subject<NumbersIn, MoreIn, component::Out<"out", standardInterfaces::complexShort>> {
  void process(const component::Input<NumbersIn>& in, Output& out) override {
    auto& packet = out.packet();
    packet.I.assign(in.samples().begin(), in.samples().end());
    packet.Q.resize(packet.I.size());
  }
  void process(const component::Input<MoreIn>& in, Output& out) override {
    auto& packet = out.packet();
    packet.I.assign(in.I().begin(), in.I().end());
    packet.Q.assign(in.Q().begin(), in.Q().end());
  }
};

/// A port of a component that hands nothing on.
class DeafPort final : public CF::POA::Port {
  void connectPort(CORBA::object_reference<CORBA::Object>, const std::string&) override {}
  void disconnectPort(const std::string&) override {}
};

/// Ports that misbehave as the parameter says.
class Ports final : public resource::PortTable {
 public:
  Ports(std::shared_ptr<resource::PortTable> own,
        const CORBA::object_reference<PortableServer::POA>& adapter)
      : own_(std::move(own)),
        deaf_(
            adapter->id_to_reference(adapter->activate_object(CORBA::make_reference<DeafPort>()))) {
  }
  Reference find(const std::string& name) override {
    reach("getPort");
    if (behaviour == "lie at getPort") return nullptr;
    if (behaviour == "drop at getPort" && name == "out") return deaf_;
    if (behaviour == "swap at getPort") return own_->find(name == "in" ? "out" : "in");
    return own_->find(name);
  }
  void close() noexcept override {
    reach("release");
    own_->close();
  }

 private:
  std::shared_ptr<resource::PortTable> own_;
  const Reference deaf_;
};

resource::ResourceParts parts_of(const resource::ProgramContext& context) {
  const auto* shape = context.arguments.find("shape");
  if (shape != nullptr && *shape == "source") return component::make_parts<Source>(context);
  if (shape != nullptr && *shape == "sink") return component::make_parts<Sink>(context);
  if (shape != nullptr && *shape == "mixer") return component::make_parts<Mixer>(context);
  return component::make_parts<Stage>(context);
}

resource::ResourceParts make(const resource::ProgramContext& context) {
  if (const auto* given = context.arguments.find("behave")) behaviour = *given;
  if (behaviour == "print nonsense") std::puts("IOR:nonsense");
  reach("construct");
  auto parts = parts_of(context);
  parts.ports = std::make_shared<Ports>(std::move(parts.ports), context.adapter);
  return parts;
}

/// Without the naming context and the name, if it is to print its reference.
std::vector<char*> words_of(int argc, char** argv) {
  std::vector<char*> words{argv, argv + argc};
  bool prints = false;
  for (int i = 1; i + 1 < argc; i += 2)
    prints |= argv[i] == std::string_view{"behave"} && argv[i + 1] == std::string_view{"print"};
  for (std::size_t i = 1; prints && i + 1 < words.size();) {
    const std::string_view id{words[i]};
    const bool is_name = id == "NAMING_CONTEXT_IOR" || id == "NAME_BINDING";
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    if (is_name)
      words.erase(at, at + 2);
    else
      i += 2;
  }
  words.push_back(nullptr);
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  auto words = words_of(argc, argv);
  return resource::run_program(static_cast<int>(words.size()) - 1, words.data(), make);
}
