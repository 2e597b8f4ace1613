// orbweaver-domain: runs an SCA application from its profiles, in a domain of its own.
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/registry/device_book.hpp>

#include <malloc.h>

#include <cstdio>

#include "arguments.hpp"
#include "event_lines.hpp"
#include "inbox.hpp"
#include "radio.hpp"
#include "run.hpp"

namespace {

using namespace orbweaver;

constexpr int kFailed = 1, kBadInput = 2;

int show_plan(const domain::Arguments& arguments, const domain::Radio& radio) {
  deploy::PlanRequest request;
  request.application = &radio.application;
  request.name = radio.name;
  request.devices = {registry::plan_for_this_machine("Orbweaver:this_machine", "this_machine")};
  request.overrides = radio.overrides;
  request.placement = arguments.placement;
  request.locate = deploy::locate_below(radio.root);
  deploy::PlanReport report;
  const auto plan = deploy::make_dry_plan(request, report);
  std::fputs((arguments.as_json ? to_json(report) : to_text(report)).c_str(), stdout);
  return plan ? 0 : kFailed;
}

}  // namespace

int main(int argc, char** argv) {
  os::begin_standard_streams();
  // Each thread that deploys would leave holes in an arena of its own.
  ::mallopt(M_ARENA_MAX, 2);
  domain::Inbox inbox;
  const auto arguments = domain::parse_arguments(argc, argv);
  if (!arguments) return arguments.error();
  const auto radio = domain::read_radio(*arguments);
  if (!radio) {
    domain::EventLines lines;
    for (const auto& each : radio.error()) lines.failure(each);
    return kBadInput;
  }
  if (arguments->plan_only) return show_plan(*arguments, *radio);
  return domain::run_radio(*arguments, *radio, inbox);
}
