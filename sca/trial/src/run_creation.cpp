// SPDX-License-Identifier: Apache-2.0
// The part of a trial until the component runs.
#include <orbweaver/corba/peer.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <algorithm>
#include <iterator>

#include "run.hpp"

namespace orbweaver::trial {

using deploy::Cause;
using deploy::Limit;
using deploy::Step;

namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

}  // namespace

bool Trial::Run::create() {
  return execute() && bind() &&
         step(Step::initialise, [&](const Limit& limit) { return object_.initialise(limit); }) &&
         has_what_was_set() &&
         (subject_.configure.empty() ||
          step(Step::configure,
               [&](const Limit& limit) { return object_.configure(subject_.configure, limit); })) &&
         std::ranges::all_of(outputs_, [&](auto& entry) { return connect_output(entry); }) &&
         std::ranges::all_of(inputs_, [&](auto& entry) { return find_input(entry); }) &&
         step(Step::start, [&](const Limit& limit) { return object_.start(limit); });
}

bool Trial::Run::execute() {
  Parameters all{{"NAMING_CONTEXT_IOR", orb_->object_to_string(names_->root())},
                 {"NAME_BINDING", subject_.name},
                 {"COMPONENT_IDENTIFIER", subject_.identifier},
                 {"PROFILE_NAME", subject_.profile}};
  std::ranges::copy(options_.parameters, std::back_inserter(all));
  std::ranges::copy(subject_.parameters, std::back_inserter(all));
  const auto start = [&](const Limit&) -> deploy::Outcome<int> {
    auto process = program_->start(subject_, std::move(all));
    if (!process) return deploy::fault(Cause::failed, process.error());
    if (options_.events.on_running) options_.events.on_running(*process);
    return *process;
  };
  return step(Step::execute, start);
}

bool Trial::Run::bind() {
  is_bound_ = step(Step::bind, [&](const Limit& limit) -> deploy::Outcome<void> {
    const auto reference = registrations_.await(subject_.name, limit);
    if (reference) return object_.adopt(std::static_pointer_cast<CORBA::Object>(*reference), limit);
    auto fault = reference.error();
    if (fault.cause == Cause::timed_out) fault.text = "it bound no object and printed no reference";
    return unexpected(fault);
  });
  return is_bound_;
}

bool Trial::Run::has_what_was_set() {
  const auto look = [&](const Limit& limit) -> deploy::Outcome<void> {
    const auto unknown =
        object_.unknown_settings(subject_.name, subject_.set, subject_.properties, limit);
    if (!unknown) return unexpected(unknown.error());
    is_wrongly_set_ = !unknown->empty();
    if (is_wrongly_set_) return deploy::fault(Cause::refused, "--set " + unknown->front());
    return {};
  };
  return step(Step::configure, look);
}

bool Trial::Run::connect_output(Output& output) {
  const auto& name = output.port.port;
  const auto find = [&](const Limit& limit) {
    auto found = object_.port(name, limit);
    if (found) output.uses = *found;
    return found;
  };
  const auto connect = [&](const Limit& limit) {
    return registry::flat_outcome_of(limit, [&] {
      return ComponentObject::connect(output.uses, output.receiver->activate(adapter_), name,
                                      limit);
    });
  };
  if (!step(Step::get_port, find, name)) return false;
  const bool is_connected = step(Step::connect, connect, name);
  if (!is_connected) output.uses = nullptr;
  return is_connected;
}

bool Trial::Run::find_input(Input& input) {
  Object port;
  const auto find = [&](const Limit& limit) {
    auto found = object_.port(input.port.port, limit);
    if (found) port = *found;
    return found;
  };
  return step(Step::get_port, find, input.port.port) && make_feed(input, port);
}

bool Trial::Run::make_feed(Input& input, const Object& port) {
  ports::ConnectionOptions sending;
  sending.messaging = ports::messaging_of(subject_.messaging).value_or(sending.messaging);
  sending.send_timeout = options_.data_timeout;
  input.replies = !subject_.messaging.starts_with("oneway") && !corba::keeps_order(port);
  const auto connect = [&](const Limit& limit) {
    return registry::outcome_of(limit, [&] {
      const auto& kind = *input.port.kind;
      auto sender = make_sender(kind.interface, registry::bounded(port, limit.deadline), sending);
      input.feed = std::make_unique<Feed>(*std::move(input.reader), kind.sample_bytes,
                                          std::move(sender), options_.packet_samples);
    });
  };
  return step(Step::connect, connect, input.port.port);
}

}  // namespace orbweaver::trial
