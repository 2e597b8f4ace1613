// SPDX-License-Identifier: Apache-2.0
// orbweaver-control: operates an SCA 2.2.2 domain.
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <cstdio>

#include "arguments.hpp"

namespace {

using namespace orbweaver;

constexpr int kFailed = 1, kWrongUsage = 2;

/// Returns the error line. If words were wrong, the failure has the command's name already.
std::string printed(const control::VerbFailure& failure, const std::string& command) {
  const auto line = line_of(failure);
  return (failure.what.starts_with("orbweaver") ? line : command + ": " + line) + "\n";
}

int report(const control::VerbFailure& failure, const std::string& command, bool as_json) {
  if (as_json) os::print_output(control::text_of(control::document_of(failure)));
  std::fputs(printed(failure, command).c_str(), stderr);
  return failure.kind == control::VerbFailure::Kind::wrong_usage ? kWrongUsage : kFailed;
}

std::shared_ptr<CORBA::ORB> make_orb(const std::vector<std::string>& options) {
  try {
    return CORBA::ORB_init(corba::options_with_strings(corba::kUtf8Strings, options));
  } catch (const CORBA::BAD_PARAM& error) {
    control::refuse("read the options of the ORB", error.detail());
  }
}

int carry_out(const control::ControlArguments& arguments) {
  if (arguments.is_tap) control::mask_signals_of_tap();
  const auto orb = make_orb(arguments.orb);
  const auto verb = arguments.verb(control::find_domain(orb, arguments.domain));
  const auto text = arguments.as_json ? control::text_of(verb.document) : verb.text;
  if (verb.is_apart)
    os::print_error(text);
  else
    os::print_output(text);
  return verb.is_well ? 0 : kFailed;
}

int run(int argc, char** argv) {
  const bool as_json = control::wants_json(argc, argv);
  const auto command = control::command_of(argc, argv);
  try {
    const auto arguments = control::parse_arguments(argc, argv);
    return arguments ? carry_out(*arguments) : arguments.error();
  } catch (const control::Failed& failed) {
    return report(failed.failure(), command, as_json);
  } catch (const CORBA::Exception& exception) {
    return report(control::failure_of("operate the domain", exception), command, as_json);
  }
}

}  // namespace

int main(int argc, char** argv) {
  os::begin_standard_streams();
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    return report({"operate the domain", error.what(), {}}, control::command_of(argc, argv),
                  control::wants_json(argc, argv));
  }
}
