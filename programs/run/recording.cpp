// SPDX-License-Identifier: Apache-2.0
#include "recording.hpp"

#include <orbweaver/os/file.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/read_file.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <system_error>

#include "description.hpp"

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPrinted = 4096;

/// The component that the file names; nothing: the SAD has none of this id.
const profile::ComponentInstantiation* find_component(const profile::Application& application,
                                                      const std::string& id) {
  for (const auto& placed : profile::placed_in(*application.assembly))
    if (placed.instantiation->id == id) return placed.instantiation;
  return nullptr;
}

std::string ids_of(const profile::Application& application) {
  std::string ids;
  for (const auto& placed : profile::placed_in(*application.assembly))
    ids += (ids.empty() ? "" : ", ") + placed.instantiation->id;
  return ids;
}

/// Whether the SAD or a setting names a recording.
bool is_given(const GeneratedRecording& wanted, const std::vector<std::string>& settings,
              const profile::ComponentInstantiation& component) {
  const auto names_it = [&](const profile::Override& value) {
    return value.refid == wanted.property;
  };
  const auto sets_it = [&](const std::string& setting) {
    return std::ranges::any_of(std::array<std::string, 3>{component.id, component.usagename, "*"},
                               [&](const std::string& who) {
                                 return setting.starts_with(who + "." + wanted.property + "=");
                               });
  };
  return std::ranges::any_of(component.properties, names_it) ||
         std::ranges::any_of(settings, sets_it);
}

fs::path beside_this_program(const std::string& name) {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / name;
}

/// It has a terminal's signals. What it prints is shown if it fails.
Result<void, std::string> generate(const GeneratedRecording& wanted, const fs::path& file) {
  const auto printed = file.parent_path() / "printed.txt";
  const auto output = os::open_to_write(printed, os::OpenToWrite::replace, 0600);
  if (!output) return unexpected(printed.string() + ": " + os::describe(output.error()));
  os::Program program{.file = beside_this_program(wanted.generate.front()).string(),
                      .arguments = wanted.generate,
                      .descriptors = {-1, output->get(), output->get()},
                      .group = os::ProcessGroup::callers};
  program.arguments.insert(program.arguments.end(), {"--out", file.string()});
  auto process = os::start(program);
  if (!process) return unexpected(program.file + ": " + os::describe(process.error()));
  const auto end = process->wait(Deadline::never());
  if (end && *end == os::ProcessEnd{}) return {};
  const auto how = end && *end ? os::describe(**end) : std::string{"unknown end"};
  const auto said = os::read_file(printed, kMostPrinted).value_or("");
  return unexpected("no recording was made: " + program.file + ": " + how + ": " +
                    said.substr(0, said.find('\n')));
}

}  // namespace

Result<std::optional<Recording>, std::string> recording_for(
    const RunArguments& arguments, const profile::Application& application) {
  auto description = description_of(arguments.sad);
  if (!description) return unexpected(std::move(description.error()));
  const auto& wanted = description->recording;
  if (!wanted) return std::nullopt;
  const auto* component = find_component(application, wanted->component);
  if (component == nullptr)
    return unexpected(description_file(arguments.sad).string() +
                      ": [recording] component: the SAD has no '" + wanted->component +
                      "'; choose from " + ids_of(application));
  if (is_given(*wanted, arguments.settings, *component)) return std::nullopt;
  auto folder = os::PrivateFolder::make("orbweaver-recording");
  if (!folder) return unexpected(std::move(folder.error()));
  const auto file = folder->path() / wanted->file;
  if (auto made = generate(*wanted, file); !made) return unexpected(std::move(made.error()));
  return Recording{*std::move(folder),
                   wanted->component + "." + wanted->property + "=" + file.string()};
}

}  // namespace orbweaver::domain
