// SPDX-License-Identifier: Apache-2.0
#include "data_ports.hpp"

namespace orbweaver::component {

template std::unique_ptr<InputPort> make_input_port<Packet::OctetStream>(std::string_view);
template std::unique_ptr<OutputPort> make_output_port<Packet::OctetStream>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<Packet::UshortStream>(std::string_view);
template std::unique_ptr<OutputPort> make_output_port<Packet::UshortStream>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<Packet::FlowOctetStream>(std::string_view);
template std::unique_ptr<OutputPort> make_output_port<Packet::FlowOctetStream>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<Packet::FlowUshortStream>(std::string_view);
template std::unique_ptr<OutputPort> make_output_port<Packet::FlowUshortStream>(
    const ports::UsesOptions&);

template void take_samples(const ArrivedPacket::Samples&, std::vector<std::uint8_t>&);
template void take_samples(const ArrivedPacket::Samples&, std::vector<std::uint16_t>&);

}  // namespace orbweaver::component
