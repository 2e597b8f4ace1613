// SPDX-License-Identifier: Apache-2.0
// Setters of the options whose value is a text with a form of its own.
#pragma once
#include <orbweaver/corba/option_table.hpp>

namespace orbweaver::corba {

/// "giop:tcp:127.0.0.1:0", as omniORB spells it.
void add_endpoint(OrbArguments& arguments, const TextValue& value, std::string_view option,
                  const std::string& text);

/// "giop:tcp:radio.example:2809"; the port may be missing.
void add_published_endpoint(OrbArguments& arguments, const TextValue& value,
                            std::string_view option, const std::string& text);

/// "uri:spiffe://example/domain"
void add_expected_peer(OrbArguments& arguments, const TextValue& value, std::string_view option,
                       const std::string& text);

/// "user:1000"
void add_local_peer(OrbArguments& arguments, const TextValue& value, std::string_view option,
                    const std::string& text);

/// "0660"
void set_socket_mode(OrbArguments& arguments, const TextValue& value, std::string_view option,
                     const std::string& text);

/// "off", or what to trace, with commas between.
void set_trace(OrbArguments& arguments, const TextValue& value, std::string_view option,
               const std::string& text);

/// "NAME=REFERENCE"
void add_initial_reference(OrbArguments& arguments, const TextValue& value, std::string_view option,
                           const std::string& text);

}  // namespace orbweaver::corba
