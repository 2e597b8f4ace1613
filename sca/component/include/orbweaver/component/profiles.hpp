// SPDX-License-Identifier: Apache-2.0
// The profiles of a component, made from its class: what `./gain --profiles DIR` writes, and what
// orbweaver_component() writes beside the program when it is built.
//
//   gain.spd.xml   the package: its program and its shared library
//   gain.scd.xml   its ports
//   gain.prf.xml   its properties, those of messaging among them
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/component/definitions.hpp>
#include <orbweaver/component/port.hpp>

#include <string>
#include <vector>

namespace orbweaver::component {

/// The parts of the profiles that the component's class defines.
struct Description {
  std::vector<PortDescription> ports;
  Definitions properties;
  std::string text;    // one line; may be empty
  std::string author;  // may be empty
};

/// The parts of the profiles that the class does not define.
struct Package {
  std::string name;  // the name of the files, without suffix
  /// The file of the program, and the package's name; the file of the library is lib<program>.so.
  std::string program;
};

[[nodiscard]] std::string prf_of(const Description& component);
[[nodiscard]] std::string scd_of(const Description& component);
[[nodiscard]] std::string spd_of(const Description& component, const Package& package);

/// Writes the three files; a file with the same content is not changed. Blocks: on the disk. Fails:
/// with one line.
[[nodiscard]] Result<void, std::string> write_profiles(const Description& component,
                                                       const Package& package,
                                                       const std::string& folder);

}  // namespace orbweaver::component
