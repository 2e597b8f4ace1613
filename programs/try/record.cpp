// SPDX-License-Identifier: Apache-2.0
#include "record.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <chrono>

#include "rate.hpp"
#include "report/provenance.hpp"

namespace orbweaver::trial {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const PortOutcome& port, const char* direction, const TrialOutcome& outcome) {
  const auto rate = samples_per_second(port, outcome);
  return {{"port", port.port.port},
          {"direction", direction},
          {"interface", port.port.kind->interface},
          {"sample", port.port.kind->sample},
          {"file", port.port.file.empty() ? Json(nullptr) : Json(port.port.file)},
          {"packets", port.packets},
          {"samples", port.samples},
          {"samples_per_second", rate ? Json(*rate) : Json(nullptr)}};
}

Json ran_ms(const TrialOutcome& outcome) {
  if (!outcome.ran) return nullptr;
  return std::chrono::duration<double, std::milli>(*outcome.ran).count();
}

}  // namespace

Record::Record(const TryArguments& arguments, std::unique_ptr<Reporter> shown)
    : arguments_(&arguments), shown_(std::move(shown)), provenance_(report::provenance()) {}

void Record::begun(const Subject& subject, int process) {
  {
    const std::scoped_lock lock{mutex_};
    component_ = subject.name;
    implementation_ = subject.implementation;
    program_ = subject.program.string();
  }
  shown_->begun(subject, process);
}

void Record::output(const std::string& component, device::Stream stream, std::string_view line) {
  {
    const std::scoped_lock lock{mutex_};
    printed_.take(stream, line);
  }
  shown_->output(component, stream, line);
}

void Record::note(const std::string& line) {
  {
    const std::scoped_lock lock{mutex_};
    notes_.push_back(os::on_one_line(line));
  }
  shown_->note(line);
}

/// What is reported twice is one failure.
void Record::failure(const std::string& line) {
  {
    const std::scoped_lock lock{mutex_};
    const auto text = os::on_one_line(line);
    if (std::ranges::find(failures_, text) == failures_.end()) failures_.push_back(text);
  }
  shown_->failure(line);
}

void Record::result(const TrialOutcome& outcome) {
  {
    const std::scoped_lock lock{mutex_};
    outcome_ = outcome;
  }
  shown_->result(outcome);
}

int Record::finish(int status) {
  status = shown_->finish(status);
  const std::scoped_lock lock{mutex_};
  if (status == kBadInput) {
    if (!failures_.empty()) arguments_->json.write_error(failures_.back());
    return status;
  }
  if (status != kDone && failures_.empty())
    failures_.push_back("orbweaver-try ended with status " + std::to_string(status));
  if (const auto written = arguments_->json.write(text()); !written) {
    shown_->failure(written.error());
    return kFailed;
  }
  return status;
}

Json Record::ports() const {
  auto array = Json::array();
  if (!outcome_) return array;
  for (const auto& port : outcome_->inputs) array.push_back(json_of(port, "in", *outcome_));
  for (const auto& port : outcome_->outputs) array.push_back(json_of(port, "out", *outcome_));
  return array;
}

std::string Record::text() const {
  const auto& request = arguments_->request;
  const auto outcome = outcome_.value_or(TrialOutcome{});
  const Json json{
      {"schema", "orbweaver-trial/1"},
      {"spd", request.spd.string()},
      {"provenance", provenance_},
      {"settings", request.settings},
      {"messaging", request.messaging ? Json(*request.messaging) : Json(nullptr)},
      {"packet_samples", arguments_->packet_samples},
      {"component", component_},
      {"implementation", implementation_},
      {"program", program_},
      {"ended", name_of(outcome.ended)},
      {"ran_ms", ran_ms(outcome)},
      {"ports", ports()},
      {"events", printed_.events},
      {"lines", printed_.lines},
      {"dropped", printed_.dropped},
      {"program_end", outcome.program_end.empty() ? Json(nullptr) : Json(outcome.program_end)},
      {"notes", notes_},
      {"failures", failures_}};
  // What components print may be no UTF-8.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace orbweaver::trial
