// SPDX-License-Identifier: Apache-2.0
// A component with a port for data on each side. It sends as many packets as its parameter `send`
// says when it starts, and prints a line once it has received as many as `expect` says.
#include <orbweaver/generated/sca/standardInterfaces_poa.hpp>
#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/ports/uses_port.hpp>
#include <orbweaver/resource/program/library.hpp>

#include <array>
#include <string>
#include <thread>

namespace {

using namespace orbweaver;
using Interface = standardInterfaces::realLong;

std::int32_t number_of(const resource::Arguments& arguments, const char* id) {
  const auto* const text = arguments.find(id);
  return text != nullptr ? std::stoi(*text) : 0;
}

class Stream final : public resource::Component {
 public:
  explicit Stream(const resource::ProgramContext& context)
      : Component({}),
        output_(context.output),
        send_(number_of(context.arguments, "send")),
        expect_(number_of(context.arguments, "expect")) {
    std::fprintf(output_, "made %s\n", context.arguments.identifier.c_str());
  }
  ~Stream() override { std::fprintf(output_, "gone\n"); }

  std::shared_ptr<resource::PortTable> ports(const resource::ProgramContext& context) {
    auto table = std::make_shared<resource::NamedPorts>();
    table->add("in", in_.activate(context.adapter));
    table->add("out", out_.activate(context.adapter));
    return table;
  }
  resource::Outcome start() override {
    sender_ = std::jthread{[this] {
      for (std::int32_t i = 1; i <= send_; ++i) out_.push(std::array{i});
      for (const auto& statistic : out_.statistics())
        std::fprintf(output_, "sent by %s\n", statistic.transport.c_str());
    }};
    return {};
  }
  resource::Outcome stop() override {
    if (sender_.joinable()) sender_.join();
    return {};
  }

 private:
  void receive(ports::PacketOf<Interface>& packet) {
    is_in_order_ = is_in_order_ && packet.I[0] == ++received_;
    if (received_ == expect_)
      std::fprintf(output_, "%d packets, %s\n", received_,
                   is_in_order_ ? "in order" : "disordered");
  }

  std::FILE* output_;
  const std::int32_t send_, expect_;
  std::int32_t received_ = 0;
  bool is_in_order_ = true;
  ports::UsesPort<Interface> out_;
  ports::ProvidesPort<Interface> in_{{.queue = {.depth = 8}},
                                     [this](auto& packet, const auto&) { receive(packet); }};
  std::jthread sender_;
};

}  // namespace

extern "C" void orbweaver_make_component(const resource::ProgramContext& context,
                                         resource::ResourceParts& parts) {
  auto stream = std::make_unique<Stream>(context);
  parts.ports = stream->ports(context);
  parts.component = std::move(stream);
}
