// SPDX-License-Identifier: Apache-2.0
#include "data_ports.hpp"

namespace orbweaver::component {

template std::unique_ptr<InputPort> make_input_port<standardInterfaces::realChar>(std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::realChar>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::realShort>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::realShort>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::realLong>(std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::realLong>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::realFloat>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::realFloat>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::realDouble>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::realDouble>(
    const ports::UsesOptions&);

template void take_samples(const ArrivedPacket::Samples&, std::vector<char>&);
template void take_samples(const ArrivedPacket::Samples&, std::vector<std::int16_t>&);
template void take_samples(const ArrivedPacket::Samples&, std::vector<std::int32_t>&);
template void take_samples(const ArrivedPacket::Samples&, std::vector<float>&);
template void take_samples(const ArrivedPacket::Samples&, std::vector<double>&);

}  // namespace orbweaver::component
