// SPDX-License-Identifier: Apache-2.0
#include "launched/program.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <cstdio>
#include <list>
#include <memory>
#include <ranges>
#include <span>
#include <stdexcept>

namespace orbweaver::launched {

namespace {

constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;

/// A component from its options on; it stays where it is, since its options are bound to it.
struct Planned {
  explicit Planned(const Kind& kind) : settings{.name = kind.name}, app(kind.about) {
    make = kind.prepare(app, settings);
  }
  Settings settings;
  CLI::App app;
  MakePart make;
};

/// A component at work.
struct Hosted {
  Hosted(const Planned& planned, os::LifeLine& life_line, const std::shared_ptr<CORBA::ORB>& orb)
      : component(planned.settings, life_line, orb), part(planned.make(component)) {}
  Component component;
  std::unique_ptr<Part> part;
};

using Plan = std::list<Planned>;

struct WrongUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int say_wrong_usage(const std::string& who, const char* what) {
  std::fprintf(stderr, "%s: %s (see --help)\n", who.c_str(), what);
  return kWrongUsage;
}

/// The options of the one ORB of the process.
Settings orb_settings(const Plan& plan) {
  Settings settings = plan.back().settings;
  settings.threads = 0;
  settings.endpoints.clear();
  for (const auto& planned : plan) {
    settings.threads += planned.settings.threads;
    std::ranges::copy(planned.settings.endpoints, std::back_inserter(settings.endpoints));
  }
  return settings;
}

bool any_has_failed(const std::list<Hosted>& hosted) {
  return std::ranges::any_of(hosted, [](const Hosted& one) { return one.component.has_failed(); });
}

/// Makes the components, the last first, as each must be there before the one in front of it.
void make_all(Plan& plan, os::LifeLine& life_line, const std::shared_ptr<CORBA::ORB>& orb,
              std::list<Hosted>& hosted) {
  for (auto& planned : std::views::reverse(plan)) {
    if (!hosted.empty()) planned.settings.next = hosted.front().component.reference();
    hosted.emplace_front(planned, life_line, orb);
  }
}

/// Ends the components, the first first, so that each can still hand on what it took.
void end_all(std::list<Hosted>& hosted) {
  for (auto& one : hosted) {
    one.part->stop();
    if (&one != &hosted.back()) one.part->withdraw();
  }
}

int serve(Plan& plan, os::LifeLine& life_line) {
  const auto orb = CORBA::ORB_init(orb_options(orb_settings(plan)));
  std::list<Hosted> hosted;
  make_all(plan, life_line, orb, hosted);
  for (auto& one : hosted) one.part->start();
  (void)life_line.wait();
  // After a failure neighbours may hang: what was accepted is not waited for.
  if (any_has_failed(hosted)) std::_Exit(kFailed);
  end_all(hosted);
  orb->destroy();
  return any_has_failed(hosted) ? kFailed : kDone;
}

/// Applies what holds for the whole process, and runs the components.
int run(Plan& plan, const std::string& who) {
  if (auto applied = apply_thread_options(plan.back().settings); !applied)
    return say_wrong_usage(who, applied.error().c_str());
  os::LifeLine life_line;
  try {
    return serve(plan, life_line);
  } catch (const CORBA::BAD_PARAM& wrong_option) {
    return say_wrong_usage(who, wrong_option.detail().c_str());
  } catch (const std::exception& exception) {
    component::print_error(who, exception.what());
    return kFailed;
  }
}

const Kind& kind_called(const std::string& name, std::span<const Kind> kinds) {
  std::string known;
  for (const auto& kind : kinds) {
    if (kind.name == name) return kind;
    known += (known.empty() ? "" : ", ") + kind.name;
  }
  throw WrongUsage("there is no component '" + name + "'; known are " + known);
}

/// One component's arguments: KIND OPTIONS.
void plan_component(std::span<char*> arguments, bool is_last, std::span<const Kind> kinds,
                    Plan& plan) {
  if (arguments.empty()) throw WrongUsage("a component is missing before or after --");
  const Kind& kind = kind_called(arguments.front(), kinds);
  Planned& planned = plan.emplace_back(kind);
  // The reference is known only when the next component is there; that there will be one, now.
  static char next[] = "--next=following";
  std::vector<char*> words(arguments.begin(), arguments.end());
  if (!is_last) words.push_back(next);
  planned.app.parse(static_cast<int>(words.size()), words.data());
}

void plan_pipeline(std::span<char*> arguments, std::span<const Kind> kinds, Plan& plan) {
  const auto is_separator = [](const char* word) { return std::string_view{word} == "--"; };
  for (auto begin = arguments.begin();;) {
    const auto end = std::find_if(begin, arguments.end(), is_separator);
    plan_component({begin, end}, end == arguments.end(), kinds, plan);
    if (end == arguments.end()) return;
    begin = end + 1;
  }
}

void print_help(const std::string& who, std::span<const Kind> kinds) {
  std::printf(
      "Usage: %s KIND OPTIONS... [-- KIND OPTIONS...]...\n\n"
      "Runs a pipeline of the lab in one process.\n\nKinds:\n",
      who.c_str());
  for (const auto& kind : kinds) std::printf("  %-12s %s\n", kind.name.c_str(), kind.about.c_str());
  std::printf("\nOptions of a kind: %s KIND --help\n", who.c_str());
}

std::string program_name(const char* path) {
  const std::string text = path;
  return text.substr(text.rfind('/') + 1);
}

/// Calls `parse` and `run`; wrong options, and --help, end here.
template <class Parse>
int parse_and_run(const std::string& fallback, Plan& plan, Parse parse) {
  const auto who = [&] { return plan.size() == 1 ? plan.back().settings.name : fallback; };
  try {
    parse();
  } catch (const CLI::Success& help) {
    return plan.back().app.exit(help);
  } catch (const CLI::Error& error) {
    return say_wrong_usage(plan.back().settings.name, error.what());
  } catch (const WrongUsage& error) {
    return say_wrong_usage(fallback, error.what());
  }
  return run(plan, who());
}

}  // namespace

int run_program(int argc, char** argv, const Kind& kind) {
  os::begin_standard_streams();
  Plan plan;
  return parse_and_run(kind.name, plan, [&] { plan.emplace_back(kind).app.parse(argc, argv); });
}

int run_pipeline(int argc, char** argv, const std::vector<Kind>& kinds) {
  os::begin_standard_streams();
  const std::string who = program_name(argv[0]);
  const std::span arguments(argv + 1, static_cast<std::size_t>(argc - 1));
  if (!arguments.empty() && (arguments.front() == std::string_view{"--help"})) {
    print_help(who, kinds);
    return kDone;
  }
  Plan plan;
  return parse_and_run(who, plan, [&] { plan_pipeline(arguments, kinds, plan); });
}

}  // namespace orbweaver::launched
