// SPDX-License-Identifier: Apache-2.0
// packet_sender: the program of the Resource.
#include <orbweaver/resource/program/program.hpp>

#include "sender.hpp"

namespace {

using namespace orbweaver;
using packets_waveform::Sender;
using packets_waveform::SenderPorts;

std::shared_ptr<resource::NamedPorts> served(
    SenderPorts& ports, const CORBA::object_reference<PortableServer::POA>& adapter) {
  auto table = std::make_shared<resource::NamedPorts>();
  table->add("packets_out", ports.packets.activate(adapter));
  table->add("times_out", ports.times.activate(adapter));
  return table;
}

resource::ResourceParts make_sender(const resource::ProgramContext& context) {
  const auto ports = std::make_shared<SenderPorts>();
  return {.keeps = ports,
          .component = std::make_unique<Sender>(ports, bench::print_line),
          .ports = served(*ports, context.adapter)};
}

}  // namespace

int main(int argc, char** argv) { return resource::run_program(argc, argv, make_sender); }
