// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <memory>

#include "json_target.hpp"

namespace orbweaver::command_line {

namespace {

class Pages : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode /*mode*/) const override {
    return help_of(*app, name);
  }
};

/// Returns the command with its parents: "orbweaver-control apps".
std::string command_of(const About& about) {
  return about.command.empty() ? about.program : about.command;
}

}  // namespace

CommandLine::CommandLine(About about)
    : about_(std::move(about)), app_(about_.does, command_of(about_)) {
  app_.formatter(std::make_shared<Pages>());
  app_.footer(footer_of(about_.notes, about_.examples));
  app_.set_help_flag("-h,--help", "print this");
  app_.set_version_flag("--version", about_.program + " " ORBWEAVER_VERSION)->group("");
  app_.add_flag_callback("--describe",
                         [this] { throw CLI::CallForVersion(describe(app_, about_), 0); })
      ->group("")
      ->trigger_on_parse();
}

Result<void, int> CommandLine::parse(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (orb_ != nullptr) *orb_ = orbweaver::take_orb_options(words);
  is_json_wanted_ = wants_json_on_output(words);
  std::ranges::reverse(words);  // CLI11 takes the words from the end
  try {
    app_.parse(std::move(words));
  } catch (const CLI::Success& asked) {
    return unexpected(app_.exit(asked));
  } catch (const CLI::ParseError& error) {
    return unexpected(refuse(reason_of(app_, error) + about_.hint));
  }
  return {};
}

int CommandLine::refuse(const std::string& line) const {
  if (report_) {
    report_(line);
    return kWrongUsage;
  }
  if (is_json_wanted_) print_json_error(line);
  os::print_error_of(about_.program, line);
  return kWrongUsage;
}

CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& into,
                      const std::string& meaning) {
  return app.add_option(name, into, meaning)->allow_extra_args(false);
}

}  // namespace orbweaver::command_line
