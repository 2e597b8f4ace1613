// SPDX-License-Identifier: Apache-2.0
// Assigns files to ports, from --input and --output.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/profile/model/scd.hpp>
#include <orbweaver/samples/data_kind.hpp>

#include <span>
#include <string>
#include <vector>

namespace orbweaver::trial {

struct PortFile {
  std::string port;
  const samples::DataKind* kind = nullptr;
  std::string file;  // "-": standard input or output; empty: the output is dropped
};

struct PortFiles {
  std::vector<PortFile> inputs;   // of every provides port for data
  std::vector<PortFile> outputs;  // of every uses port for data
};

/// `inputs` and `outputs`: "FILE", or "PORT=FILE" if the component has several such ports. A text
/// before `=` that contains a `/` is part of the file's name. A port whose interface carries no
/// known samples is a control port.
/// Fails, with one line: a port does not exist or carries no samples, a port has two files, a
/// provides port has none, a FILE could belong to several ports, `-` occurs twice, or two outputs
/// have the same FILE, which is no device.
[[nodiscard]] Result<PortFiles, std::string> files_of_ports(
    const std::vector<profile::ComponentPort>& ports, std::span<const std::string> inputs,
    std::span<const std::string> outputs);

}  // namespace orbweaver::trial
