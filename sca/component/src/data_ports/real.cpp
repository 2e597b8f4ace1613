#include <orbweaver/component/data_ports.hpp>

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

}  // namespace orbweaver::component
