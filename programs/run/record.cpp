// SPDX-License-Identifier: Apache-2.0
#include "record.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>

#include "report/provenance.hpp"

namespace orbweaver::domain {

namespace {

using Placement = deploy::PlanRequest::Placement;

constexpr int kFailed = 1, kBadInput = 2;

const char* name_of(Placement placement) {
  switch (placement) {
    case Placement::separate:
      return "separate";
    case Placement::together:
      return "together";
    case Placement::as_sad:
      break;
  }
  return "as-sad";
}

double milliseconds(Nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

Record::Record(const RunArguments& arguments, std::unique_ptr<Reporter> shown)
    : arguments_(&arguments), shown_(std::move(shown)), provenance_(report::provenance()) {}

void Record::ready(const std::string& name, const std::string& manager, const std::string& naming) {
  shown_->ready(name, manager, naming);
}

void Record::notice(const std::string& line) { shown_->notice(line); }

void Record::interrupted() {
  {
    const std::scoped_lock lock{mutex_};
    is_interrupted_ = true;
  }
  shown_->interrupted();
}

void Record::application(std::string_view state, const std::vector<ComponentLine>& components) {
  {
    const std::scoped_lock lock{mutex_};
    times_ms_.emplace(state, milliseconds(now() - began_));
    if (!components.empty()) components_ = components;
  }
  shown_->application(state, components);
}

void Record::output(const std::string& component, device::Stream stream, std::string_view line) {
  {
    const std::scoped_lock lock{mutex_};
    heard_[component].printed.take(stream, line);
  }
  shown_->output(component, stream, line);
}

void Record::component_ended(const std::string& component, const std::string& how) {
  {
    const std::scoped_lock lock{mutex_};
    heard_[component].ended = how;
  }
  note_failure("component '" + component + "' ended: " + how);
  shown_->component_ended(component, how);
}

void Record::failure(const std::string& line) {
  note_failure(line);
  shown_->failure(line);
}

/// Notes a failure once, although it may be reported twice.
void Record::note_failure(const std::string& line) {
  const std::scoped_lock lock{mutex_};
  const auto text = os::on_one_line(line);
  if (std::ranges::find(failures_, text) == failures_.end()) failures_.push_back(text);
}

int Record::finish(int status) {
  status = shown_->finish(status);
  const std::scoped_lock lock{mutex_};
  if (status == kBadInput && !failures_.empty()) {
    arguments_->json.write_error(failures_.back());
    return status;
  }
  if (status != 0 && failures_.empty())
    failures_.push_back("orbweaver-run ended with status " + std::to_string(status));
  if (const auto written = arguments_->json.write(text()); !written) {
    shown_->failure(written.error());
    return kFailed;
  }
  return status;
}

Record::Json Record::components() const {
  auto array = Json::array();
  for (const auto& component : components_) {
    const auto found = heard_.find(component.name);
    const auto heard = found == heard_.end() ? Heard{} : found->second;
    array.push_back({{"name", component.name},
                     {"identifier", component.identifier},
                     {"process", component.process == 0 ? Json(nullptr) : Json(component.process)},
                     {"device", component.device},
                     {"events", heard.printed.events},
                     {"lines", heard.printed.lines},
                     {"dropped", heard.printed.dropped},
                     {"ended", heard.ended}});
  }
  return array;
}

/// An application that the domain released by itself was never reported as stopped.
Record::Json Record::ran_ms() const {
  const auto began = times_ms_.find("running");
  auto ended = times_ms_.find("stopped");
  if (ended == times_ms_.end()) ended = times_ms_.find("released");
  if (began == times_ms_.end() || ended == times_ms_.end()) return nullptr;
  return ended->second.get<double>() - began->second.get<double>();
}

std::string Record::text() const {
  const auto created = times_ms_.find("created");
  const Json json{{"schema", "orbweaver-application/1"},
                  {"sad", arguments_->sad.string()},
                  {"provenance", provenance_},
                  {"settings", arguments_->settings},
                  {"placement", name_of(arguments_->placement)},
                  {"components", components()},
                  {"created_ms", created == times_ms_.end() ? Json(nullptr) : created->second},
                  {"ran_ms", ran_ms()},
                  {"audio", nullptr},
                  {"frames", nullptr},
                  {"interrupted", is_interrupted_},
                  {"failures", failures_}};
  // Lines of components may have bytes that are not UTF-8.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace orbweaver::domain
