// SPDX-License-Identifier: Apache-2.0
// A component for tests of the domain. Its execute parameter `behave` is "<what> at <step>": it
// dies, crashes, ends, hangs, halts (once, until SIGCONT), fails or lies at construct, bind,
// initialize, getPort, connect, configure, start, stop or release, or hangs at end: its object is
// gone, and its process stays. Or it closes all its descriptors there, or only its output ("mute").
// It prints what it does, as JSON lines.
//
// Its parameter `follow` makes it print the end of its stream at start; `child` makes it start a
// process in a session of its own, which does not end by itself.
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>
#include <orbweaver/resource/program/library.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

using namespace orbweaver;

void say(const std::string& json) {
  std::puts(json.c_str());
  std::fflush(stdout);
}

std::string behaviour;

/// Ends the output: its reader finds the end.
void print_nowhere() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

/// Writes where nothing is.
[[gnu::noinline]] void crash() {
  int* nowhere = nullptr;
  asm volatile("" : "+r"(nowhere));  // the compiler would leave out what it knows to be wrong
  *nowhere = 1;
  asm volatile("" ::: "memory");
}

/// Does what the parameter says is to be done at this step.
void reach(const std::string& step) {
  if (behaviour == "die at " + step) std::raise(SIGKILL);
  if (behaviour == "crash at " + step) crash();
  static bool has_halted = false;
  if (behaviour == "halt at " + step && !std::exchange(has_halted, true)) std::raise(SIGSTOP);
  if (behaviour == "end at " + step) {
    std::fprintf(stderr, "asked to end\nat %s", step.c_str());
    std::fflush(stderr);
    std::_Exit(3);
  }
  if (behaviour == "fail at " + step) throw std::runtime_error("asked to fail at " + step);
  if (behaviour == "report at " + step) say(R"({"event":"error","error":"asked to report"})");
  if (behaviour == "close at " + step) ::close_range(0, ~0U, 0);
  if (behaviour == "mute at " + step) print_nowhere();
  if (behaviour != "hang at " + step) return;
  say(R"({"event":"hang"})");
  while (true) ::pause();
}

property::Simple parameter(const std::string& id, property::Kind kind, property::Type type,
                           const std::string& value) {
  property::Simple simple;
  simple.id = id;
  simple.kinds.add(kind);
  simple.shape.type = type;
  simple.value = property::Text{value, {}};
  return simple;
}

property::Simple with_mode(property::Mode mode, property::Simple simple) {
  simple.mode = mode;
  return simple;
}

property::Simple without_value(property::Simple simple) {
  simple.value.reset();
  return simple;
}

property::StructSequenceProperty alarms() {
  using property::Kind;
  property::StructProperty alarm;
  alarm.id = "alarm";
  alarm.members = {parameter("level", Kind::configure, property::Type::long_, "1"),
                   parameter("text", Kind::configure, property::Type::string, "none")};
  property::StructSequenceProperty struct_sequence_property;
  struct_sequence_property.id = "alarms";
  struct_sequence_property.inner = std::move(alarm);
  return struct_sequence_property;
}

// The profile names the first five; tests that need more write a profile of their own.
std::vector<property::Property> definitions() {
  using property::Kind;
  using property::Mode;
  using property::Type;
  return {parameter("behave", Kind::execparam, Type::string, ""),
          parameter("follow", Kind::execparam, Type::boolean, "false"),
          parameter("child", Kind::execparam, Type::boolean, "false"),
          parameter("gain", Kind::configure, Type::float_, "1"),
          parameter("level", Kind::configure, Type::long_, "1"),
          without_value(parameter("later", Kind::configure, Type::short_, "")),
          with_mode(Mode::writeonly, parameter("secret", Kind::configure, Type::string, "")),
          with_mode(Mode::readonly, parameter("seen", Kind::configure, Type::ulong, "7")),
          alarms()};
}

class Subject final : public resource::Component {
 public:
  Subject() : Component(definitions()) {
    (void)properties()->on_change("gain", [](const property::Value&) { reach("configure"); });
  }
  resource::Outcome initialize() override { return carry_out("initialize"); }
  resource::Outcome start() override {
    auto done = carry_out("start");
    if (get<bool>("follow").value_or(false)) say(R"({"event":"end_of_stream"})");
    return done;
  }
  resource::Outcome stop() override { return carry_out("stop"); }
  resource::Outcome release() override { return carry_out("release"); }

 private:
  static resource::Outcome carry_out(const std::string& step) {
    reach(step);
    say(R"({"event":")" + step + R"("})");
    return {};
  }
};

class UsesPort final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  void connectPort(CORBA::object_reference<CORBA::Object> connection,
                   const std::string& connectionId) override {
    reach("connect");
    say(R"({"event":"connected","id":")" + connectionId + R"(","nil":)" +
        (connection ? "false" : "true") + "}");
  }
  void disconnectPort(const std::string& connectionId) override {
    reach("disconnect");
    say(R"({"event":"disconnected","id":")" + connectionId + R"("})");
  }
};

class Ports final : public resource::PortTable {
 public:
  explicit Ports(const CORBA::object_reference<PortableServer::POA>& adapter)
      : port_(CORBA::make_reference<UsesPort>()),
        object_(adapter->id_to_reference(adapter->activate_object(port_))) {}
  Reference find(const std::string& name) override {
    reach("getPort");
    if (behaviour == "lie at getPort") return nullptr;
    return name == "in" || name == "out" ? object_ : nullptr;
  }
  void close() noexcept override {}

 private:
  std::shared_ptr<UsesPort> port_;
  Reference object_;
};

void start_a_child() {
  if (::fork() != 0) return;
  ::setsid();
  while (true) ::pause();
}

resource::ResourceParts make(const resource::ProgramContext& context) {
  if (const auto* given = context.arguments.find("behave")) behaviour = *given;
  if (const auto* given = context.arguments.find("child"); given != nullptr && *given == "true")
    start_a_child();
  reach("construct");
  return {.identifier = {},
          .component = std::make_unique<Subject>(),
          .ports = std::make_shared<Ports>(context.adapter)};
}

}  // namespace

extern "C" [[gnu::visibility("default")]] void orbweaver_make_component(
    const resource::ProgramContext& context, resource::ResourceParts& parts) {
  parts = make(context);
}

int main(int argc, char** argv) {
  const int status = resource::run_program(argc, argv, make);
  reach("end");
  return status;
}
