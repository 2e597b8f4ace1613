// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/trial/port_files.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>

namespace orbweaver::trial {

namespace {

using profile::ComponentPort;
using Direction = ComponentPort::Direction;
using Line = unexpected<std::string>;
using Lines = std::span<const std::string>;

/// One side of a component: its provides ports, or its uses ports.
class Side {
 public:
  Side(const std::vector<ComponentPort>& ports, Direction direction) : direction_(direction) {
    for (const auto& port : ports)
      if (port.direction == direction) add(port);
  }

  Result<void, std::string> give(const std::string& text) {
    const auto equals = text.find('=');
    const auto before = text.substr(0, equals);
    const bool names_a_port = equals != std::string::npos && !before.contains('/');
    const auto file = names_a_port ? text.substr(equals + 1) : text;
    if (file.empty()) return Line(option() + " " + text + ": it names no file");
    const auto port = names_a_port ? named(text, before) : the_only(text);
    if (!port) return Line(port.error());
    if (!(*port)->file.empty())
      return Line(option() + ": port '" + (*port)->port + "' has a file already");
    (*port)->file = file;
    return {};
  }

  [[nodiscard]] std::vector<PortFile>& files() noexcept { return files_; }
  [[nodiscard]] std::string option() const {
    return direction_ == Direction::provides ? "--input" : "--output";
  }
  /// "provides ports for data: iq_in (complexShort: short I, short Q)".
  [[nodiscard]] std::string list() const {
    const std::string side = direction_ == Direction::provides ? "provides" : "uses";
    if (files_.empty()) return "it has no " + side + " port for data" + others();
    std::string text = side + " ports for data: ";
    for (const auto& file : files_)
      text += (&file == files_.data() ? "" : ", ") + file.port + " (" +
              std::string{file.kind->name()} + ": " + std::string{file.kind->sample} + ")";
    return text;
  }

 private:
  using Chosen = Result<PortFile*, std::string>;

  void add(const ComponentPort& port) {
    if (const auto* kind = samples::find_data_kind(port.repid))
      files_.push_back({port.name, kind, {}});
    else
      others_.push_back(&port);
  }
  Chosen named(const std::string& text, const std::string& name) {
    const auto found = std::ranges::find(files_, name, &PortFile::port);
    if (found != files_.end()) return &*found;
    const auto other = std::ranges::find(others_, name, &ComponentPort::name);
    if (other != others_.end())
      return Line(option() + " " + text + ": port '" + name + "' has the interface " +
                  (*other)->repid +
                  ", whose samples are not known; known: " + samples::data_kind_names());
    return Line(option() + " " + text + ": it has no port '" + name + "'; " + list());
  }
  Chosen the_only(const std::string& text) {
    if (files_.size() == 1) return files_.data();
    return Line(option() + " " + text + ": " +
                (files_.empty() ? list() : "say for which port, as PORT=FILE; " + list()));
  }
  [[nodiscard]] std::string others() const {
    if (others_.empty()) return {};
    std::string text = "; not known as such: ";
    for (const auto* other : others_)
      text += (other == others_.front() ? "" : ", ") + other->name + " (" + other->repid + ")";
    return text;
  }

  Direction direction_;
  std::vector<PortFile> files_;
  std::vector<const ComponentPort*> others_;
};

Result<void, std::string> give_all(Side& side, Lines texts) {
  for (const auto& text : texts)
    if (auto given = side.give(text); !given) return given;
  const auto streams = std::ranges::count(side.files(), "-", &PortFile::file);
  if (streams > 1) return Line(side.option() + ": '-' can be given to one port only");
  return {};
}

std::filesystem::path canonical(const std::string& file) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(file, error);
  return std::filesystem::weakly_canonical(whole, error);
}

/// A stream or a device takes and gives samples of several ports.
bool is_shared(const std::string& file) {
  std::error_code error;
  return file.empty() || file == "-" || std::filesystem::is_character_file(file, error);
}

/// Refuses two outputs to one file, as both would write it, and an output to a file that is read.
Result<void, std::string> check_distinct(const std::vector<PortFile>& inputs,
                                         const std::vector<PortFile>& outputs) {
  std::map<std::filesystem::path, std::string> readers;
  for (const auto& input : inputs)
    if (!is_shared(input.file)) readers[canonical(input.file)] = input.port;
  std::set<std::filesystem::path> files;
  for (const auto& output : outputs) {
    if (is_shared(output.file)) continue;
    const auto file = canonical(output.file);
    const auto given = "--output " + output.port + "=" + output.file + ": ";
    if (const auto reader = readers.find(file); reader != readers.end())
      return Line(given + "port '" + reader->second + "' reads this file; give another one");
    if (!files.insert(file).second)
      return Line(given + "another port has this file; give each port its own");
  }
  return {};
}

}  // namespace

Result<PortFiles, std::string> files_of_ports(const std::vector<ComponentPort>& ports, Lines inputs,
                                              Lines outputs) {
  Side provides{ports, Direction::provides};
  Side uses{ports, Direction::uses};
  if (auto given = give_all(provides, inputs); !given) return Line(given.error());
  if (auto given = give_all(uses, outputs); !given) return Line(given.error());
  if (auto checked = check_distinct(provides.files(), uses.files()); !checked)
    return Line(checked.error());
  for (const auto& file : provides.files())
    if (file.file.empty())
      return Line("port '" + file.port + "' gets no samples: give --input " +
                  (provides.files().size() > 1 ? file.port + "=FILE" : "FILE") + "; " +
                  provides.list());
  return PortFiles{std::move(provides.files()), std::move(uses.files())};
}

}  // namespace orbweaver::trial
