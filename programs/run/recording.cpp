// SPDX-License-Identifier: Apache-2.0
#include "recording.hpp"

#include <orbweaver/domain/settings.hpp>
#include <orbweaver/os/await_readable.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/os/second_signal.hpp>
#include <orbweaver/os/signals.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "description.hpp"

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPrinted = 4096;

/// The component that the file names; nothing: the SAD has none of this id.
std::optional<profile::Placed> find_component(const profile::Application& application,
                                              const std::string& id) {
  for (const auto& placed : profile::placed_in(*application.assembly))
    if (placed.instantiation->id == id) return placed;
  return std::nullopt;
}

std::string ids_of(const profile::Application& application) {
  std::string ids;
  for (const auto& placed : profile::placed_in(*application.assembly))
    ids += (ids.empty() ? "" : ", ") + placed.instantiation->id;
  return ids;
}

/// Profiles and users call a property by its id or its name.
std::vector<std::string> names_of(const std::string& property,
                                  const profile::Application& application,
                                  const profile::Placed& placed) {
  const auto* component = application.component_of(*placed.placement);
  if (component == nullptr) return {property};
  for (const auto& declared : component->properties()) {
    const auto& common = common_of(declared);
    if (common.id == property || common.name == property) return {common.id, common.name};
  }
  return {property};
}

/// Whether the SAD or a setting names a recording.
bool is_given(const std::string& property, const Radio& radio, const profile::Placed& placed) {
  const auto names = names_of(property, radio.application, placed);
  const auto names_it = [&](const property::Override& value) {
    return !value.refid.empty() && std::ranges::find(names, value.refid) != names.end();
  };
  const auto sets_it = [&](const deploy::SetValue& value) {
    return value.component == placed.instantiation->id && names_it(value.value);
  };
  return std::ranges::any_of(placed.instantiation->properties, names_it) ||
         std::ranges::any_of(radio.overrides, sets_it);
}

unexpected<NoRecording> failed(std::string line) {
  return unexpected(NoRecording{.is_interrupted = false, .line = std::move(line)});
}

fs::path beside_this_program(const std::string& name) {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / name;
}

struct Generator {
  os::Process process;
  fs::path printed;
};

/// It has a terminal's signals, and ends with this process. What it prints goes into a file.
Result<Generator, std::string> start(const std::vector<std::string>& words, const fs::path& file) {
  auto printed = file.parent_path() / "printed.txt";
  const auto output = os::open_to_write(printed, os::OpenToWrite::replace, 0600);
  if (!output) return unexpected(printed.string() + ": " + os::describe(output.error()));
  os::Program program{.file = beside_this_program(words.front()).string(),
                      .arguments = words,
                      .descriptors = {-1, output->get(), output->get()},
                      .group = os::ProcessGroup::callers,
                      .signal_at_starters_end = SIGKILL};
  program.arguments.insert(program.arguments.end(), {"--out", file.string()});
  auto process = os::start(program);
  if (!process) return unexpected(program.file + ": " + os::describe(process.error()));
  return Generator{*std::move(process), std::move(printed)};
}

enum class Awaited { end, signal };

/// A signal goes first: Ctrl-C in a terminal reaches the generator, too, and ends it.
Result<Awaited, std::string> await(const os::Process& process) {
  const auto signals = os::watch_signals({SIGINT, SIGTERM});
  if (!signals) return unexpected("signals cannot be watched: " + os::describe(signals.error()));
  while (true) {
    const auto ready = os::await_readable(std::array{signals->get(), process.handle()});
    if (ready[0]) return Awaited::signal;
    if (ready[1]) return Awaited::end;
  }
}

/// Blocks: a second at most.
void interrupt(os::Process& process, Inbox& inbox, Reporter& lines) {
  constexpr Nanoseconds kGrace = std::chrono::seconds{1};
  (void)inbox.next(Deadline::never());  // takes the signal, which has come
  lines.interrupted();
  const os::SecondSignal second_signal{inbox.signals(), "orbweaver-run"};
  (void)process.terminate(kGrace);
}

/// What it printed is shown if it failed.
Result<void, std::string> check_end(Generator& generator, const std::string& program) {
  const auto end = generator.process.wait(Deadline::never());
  if (end && *end == os::ProcessEnd{}) return {};
  const auto how = end && *end ? os::describe(**end) : std::string{"unknown end"};
  const auto said = os::read_file(generator.printed, kMostPrinted).value_or("");
  return unexpected("no recording was made: " + beside_this_program(program).string() + ": " + how +
                    ": " + said.substr(0, said.find('\n')));
}

Result<void, NoRecording> generate(const std::vector<std::string>& words, const fs::path& file,
                                   Inbox& inbox, Reporter& lines) {
  auto generator = start(words, file);
  if (!generator) return failed(std::move(generator.error()));
  const auto awaited = await(generator->process);
  if (!awaited) return failed(awaited.error());
  if (*awaited == Awaited::signal) {
    interrupt(generator->process, inbox, lines);
    return unexpected(NoRecording{.is_interrupted = true, .line = {}});
  }
  if (auto ended = check_end(*generator, words.front()); !ended)
    return failed(std::move(ended.error()));
  return {};
}

}  // namespace

Result<std::optional<Recording>, NoRecording> recording_for(const RunArguments& arguments,
                                                            const Radio& radio, Inbox& inbox,
                                                            Reporter& lines) {
  auto description = description_of(arguments.sad);
  if (!description) return failed(std::move(description.error()));
  const auto& wanted = description->recording;
  if (!wanted) return std::nullopt;
  const auto component = find_component(radio.application, wanted->component);
  if (!component)
    return failed(description_file(arguments.sad).string() +
                  ": [recording] component: the SAD has no '" + wanted->component +
                  "'; choose from " + ids_of(radio.application));
  if (is_given(wanted->property, radio, *component)) return std::nullopt;
  auto folder = os::PrivateFolder::make("orbweaver-recording");
  if (!folder) return failed(std::move(folder.error()));
  const auto file = folder->path() / wanted->file;
  auto setting = wanted->component + "." + wanted->property + "=" + file.string();
  if (const auto settings = settings_for(radio.application, std::span{&setting, 1}); !settings)
    return failed(settings.error());
  if (auto made = generate(wanted->generate, file, inbox, lines); !made)
    return unexpected(std::move(made.error()));
  return Recording{*std::move(folder), std::move(setting)};
}

}  // namespace orbweaver::domain
