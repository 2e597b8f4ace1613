// SPDX-License-Identifier: Apache-2.0
// orbweaver-run: runs an SCA application from its profiles, in a domain of its own.
#include <orbweaver/os/standard_streams.hpp>

#include <malloc.h>

#include <memory>

#include "arguments.hpp"
#include "domain/inbox.hpp"
#include "event_lines.hpp"
#include "radio.hpp"
#include "readable_lines.hpp"
#include "record.hpp"
#include "recording.hpp"
#include "run.hpp"

namespace {

using namespace orbweaver;

constexpr int kBadInput = 2;

std::unique_ptr<domain::Reporter> make_reporter(const domain::RunArguments& arguments) {
  if (arguments.events) return std::make_unique<domain::RunEventLines>();
  const auto print = arguments.json.is_output() ? os::print_error : os::print_output;
  auto readable = std::make_unique<domain::ReadableLines>(arguments.sad.string(), print);
  if (!arguments.json.is_wanted()) return readable;
  return std::make_unique<domain::Record>(arguments, std::move(readable));
}

int refuse(domain::Reporter& lines, const std::vector<std::string>& why) {
  for (const auto& entry : why) lines.failure(entry);
  return lines.finish(kBadInput);
}

}  // namespace

int main(int argc, char** argv) {
  os::begin_standard_streams();
  // Saves memory: by default, each thread that deploys gets a malloc arena of its own.
  ::mallopt(M_ARENA_MAX, 2);
  domain::Inbox inbox;
  auto arguments = domain::parse_arguments(argc, argv);
  if (!arguments) return arguments.error();
  const auto lines = make_reporter(*arguments);
  auto radio = domain::read_radio(*arguments);
  if (!radio) return refuse(*lines, radio.error());
  const auto recording = domain::recording_for(*arguments, *radio, inbox, *lines);
  if (!recording)
    return recording.error().is_interrupted ? lines->finish(0)
                                            : refuse(*lines, {recording.error().line});
  if (*recording)
    if (const auto added = domain::add_setting((*recording)->setting, *arguments, *radio); !added)
      return refuse(*lines, {added.error()});
  return lines->finish(domain::run_radio(*arguments, *radio, inbox, *lines));
}
