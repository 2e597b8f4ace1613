// SPDX-License-Identifier: Apache-2.0
#include "data_ports.hpp"

namespace orbweaver::component {

template std::unique_ptr<InputPort> make_input_port<standardInterfaces::complexChar>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::complexChar>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::complexShort>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::complexShort>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::complexLong>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::complexLong>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::complexFloat>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::complexFloat>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::complexDouble>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::complexDouble>(
    const ports::UsesOptions&);
template std::unique_ptr<InputPort> make_input_port<standardInterfaces::stereoSound>(
    std::string_view);
template std::unique_ptr<OutputPort> make_output_port<standardInterfaces::stereoSound>(
    const ports::UsesOptions&);

}  // namespace orbweaver::component
