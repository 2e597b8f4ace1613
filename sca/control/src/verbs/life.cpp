// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>

#include "applications.hpp"
#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

Report report_of(const ApplicationTarget& target, const char* done) {
  auto document = named(target);
  document["done"] = done;
  return {std::move(document), plain(std::string{done} + " " + target.text) + "\n"};
}

}  // namespace

Report start(const Domain& domain, const std::string& text) {
  const auto target = find_target(domain, text);
  attempt("start '" + text + "'", [&] { target.resource->start(); });
  return report_of(target, "started");
}

Report stop(const Domain& domain, const std::string& text) {
  const auto target = find_target(domain, text);
  attempt("stop '" + text + "'", [&] { target.resource->stop(); });
  return report_of(target, "stopped");
}

Report release(const Domain& domain, const std::string& text) {
  const auto target = find_application(domain, text);
  attempt("release '" + text + "'", [&] { target.application->releaseObject(); });
  return report_of(target, "released");
}

}  // namespace orbweaver::control
