// SPDX-License-Identifier: Apache-2.0
// Which file belongs to which port, as --input and --output say it.
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
  std::string file;  // "-": standard input or output; empty: what comes out is dropped
};

struct PortFiles {
  std::vector<PortFile> inputs;   // of every provides port for data
  std::vector<PortFile> outputs;  // of every uses port for data
};

/// `inputs` and `outputs`: "FILE", or "PORT=FILE" where a side has several ports. A text before `=`
/// with a `/` in it belongs to the file's name. Ports whose interface carries no known samples are
/// control ports. Fails, with one line: a port that is not there or carries no samples, two files
/// for one, a provides port without a file, a FILE that may be meant for several ports, `-` twice,
/// a FILE that is no device for two outputs.
[[nodiscard]] Result<PortFiles, std::string> files_of_ports(
    const std::vector<profile::ComponentPort>& ports, std::span<const std::string> inputs,
    std::span<const std::string> outputs);

}  // namespace orbweaver::trial
