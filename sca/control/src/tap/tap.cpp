// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/log.hpp>
#include <orbweaver/control/tap.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/MeasuredResource.hpp>
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/ports/connection_options.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "applications.hpp"
#include "figures/flow_table.hpp"
#include "known_ports.hpp"
#include "plain_line.hpp"
#include "port_objects.hpp"
#include "tap/tap_receiver.hpp"

namespace orbweaver::control {

namespace {

/// A uses port that sends data, and its component.
struct TappedPort {
  ApplicationTarget target;
  std::string name;
  const samples::DataKind* kind = nullptr;
};

std::string what_of(const Tap& wanted) {
  return "tap the port '" + wanted.port + "' of '" + wanted.target + "'";
}

bool carries_samples(const KnownPort& port) {
  return port.is_uses() && samples::find_data_kind(port.interface) != nullptr;
}

/// Returns the port. Throws Failed if there is no such port, if it is not a uses port, or if the
/// profiles do not have its interface.
KnownPort known_port(const Domain& domain, const ApplicationTarget& target, const Tap& wanted) {
  const auto ports = known_ports(domain, target);
  const auto found = std::ranges::find(ports, wanted.port, &KnownPort::name);
  if (found != ports.end() && carries_samples(*found)) return *found;
  auto choice = choice_of_ports(domain, target, carries_samples);
  if (choice.empty()) choice = "none of its uses ports carries samples";
  if (found == ports.end()) fail(what_of(wanted), "there is no such port", choice);
  if (!found->is_uses())
    fail(what_of(wanted), "it is a provides port: samples come in there",
         "tap a uses port: " + choice);
  fail(what_of(wanted),
       "its interface is " + (found->interface.empty() ? "not known" : found->interface) +
           ", and not one of " + samples::data_kind_names(),
       choice);
}

/// Returns the uses port. For an external port, that is the component's port, as the component
/// reports more about it.
TappedPort port_of(const Domain& domain, const Tap& wanted) {
  auto target = find_target(domain, wanted.target);
  const auto port = known_port(domain, target, wanted);
  const auto* kind = samples::find_data_kind(port.interface);
  if (port.component.empty()) return {std::move(target), port.name, kind};
  return {find_target(domain, target.identifier + "/" + port.component), port.port, kind};
}

samples::SampleWriter opened(const Tap& wanted, const samples::DataKind& kind) {
  if (wanted.file != "-" && !samples::has_fitting_suffix(wanted.file, kind))
    refuse(what_of(wanted),
           "its samples (" + std::string{kind.name()} + ": " + std::string{kind.sample} +
               ") do not fit the name '" + wanted.file + "'",
           "a file of them ends with ." + std::string{kind.suffix});
  auto writer = samples::SampleWriter::open(wanted.file);
  if (!writer) fail(what_of(wanted), writer.error(), "give --output a file that can be written");
  return std::move(*writer);
}

std::string new_id() {
  return std::string{ports::kTapPrefix} +
         std::to_string(os::wall_clock_now().time_since_epoch().count());
}

/// The connection of the tap. The destructor disconnects, if the port still exists.
class TapConnection {
 public:
  TapConnection(CORBA::object_reference<CF::Port> port, std::string id)
      : port_(std::move(port)), id_(std::move(id)) {}
  ~TapConnection() { end(); }
  TapConnection(const TapConnection&) = delete;
  TapConnection& operator=(const TapConnection&) = delete;

  void begin(const CORBA::object_reference<CORBA::Object>& object) {
    port_->connectPort(object, id_);
    is_there_ = true;
  }
  void end() noexcept {
    if (!std::exchange(is_there_, false)) return;
    try {
      port_->disconnectPort(id_);
    } catch (const CORBA::Exception&) {  // the port is gone, or ends the connection by itself
    }
  }
  /// Returns why the connection is over; empty if it is not. A port that does not answer in time
  /// may still exist.
  [[nodiscard]] std::string why_over() try {
    const auto connections = connections_of(port_);
    if (!connections) return port_->_non_existent() ? "the port has ended" : "";
    const bool is_listed = std::ranges::any_of(
        *connections, [this](const auto& connection) { return connection.connectionId() == id_; });
    if (is_listed) return {};
    is_there_ = false;
    return "the port has ended the connection";
  } catch (const CORBA::TIMEOUT&) {
    return {};
  } catch (const CORBA::Exception&) {
    is_there_ = false;
    return "the component has ended";
  }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }

 private:
  const CORBA::object_reference<CF::Port> port_;
  const std::string id_;
  bool is_there_ = false;
};

using LossesByKey = std::map<std::string, std::uint64_t>;

/// Adds the packets that the port reports as not sent. A component that does not measure adds
/// nothing.
void add_losses_of_port(const TappedPort& port, const std::string& id, LossesByKey& lost) try {
  const auto measured = IDL::traits<Orbweaver::MeasuredResource>::narrow(port.target.resource);
  if (!measured) return;
  const auto figures = measured->figures();
  for (const auto& measured_port : figures.ports())
    for (const auto& connection : measured_port.connections())
      if (measured_port.name() == port.name && connection.id() == id)
        for (const auto& loss : connection.lost()) lost[loss.cause()] += loss.packets();
} catch (const CORBA::Exception&) {  // the port is gone, and its figures with it
  return;
}

bool reader_has_left(const std::string& failure) {
  return failure.ends_with(std::system_category().message(EPIPE));
}

/// One tap, from connecting to the report.
class Run {
 public:
  Run(const Domain& domain, const Tap& wanted)
      : wanted_(&wanted),
        port_(port_of(domain, wanted)),
        receiver_(make_tap_receiver(*port_.kind, opened(wanted, *port_.kind), wanted.packets,
                                    [this] { signals_.send_to_owner(SIGUSR1); })),
        connection_(uses_port(domain, port_.target, port_.name), new_id()) {
    const auto adapter = attempt("serve a port", [&] {
      auto root = IDL::traits<PortableServer::POA>::narrow(
          domain.orb->resolve_initial_references("RootPOA"));
      root->the_POAManager()->activate();
      return root;
    });
    try {
      attempt(what_of(wanted), [&] { connection_.begin(receiver_->activate(adapter)); });
    } catch (const Failed&) {
      (void)receiver_->finish(false);  // nothing was written: the file is removed
      throw;
    }
  }

  Report carry_out() {
    if (wanted_->on_begun)
      wanted_->on_begun("tapping " + wanted_->target + " " + wanted_->port + " (" +
                        std::string{port_.kind->name()} + ": " + std::string{port_.kind->sample} +
                        "); Ctrl-C ends it");
    auto why = wait();
    auto lost = receiver_->lost();
    add_losses_of_port(port_, connection_.id(), lost);
    connection_.end();
    (void)set_log_level("error");  // ignores packets that arrive after the tap has ended
    receiver_->wake();
    receiver_->close();
    return report(std::move(why), lost);
  }

 private:
  /// Blocks until the tap is over. Returns why.
  std::string wait() {
    constexpr Nanoseconds kBetweenLooks = std::chrono::seconds(1);
    const auto end = wanted_->seconds ? Deadline::after(std::chrono::duration_cast<Nanoseconds>(
                                            std::chrono::duration<double>(*wanted_->seconds)))
                                      : Deadline::never();
    while (true) {
      const auto look = Deadline::after(kBetweenLooks);
      const bool is_last = !end.is_never() && end.moment() <= look.moment();
      const int signal = signals_.wait(is_last ? end : look);
      if (signal == SIGINT || signal == SIGTERM) return "interrupted";
      const auto tapped = receiver_->tapped();
      if (tapped.has_ended) return "the stream has ended";
      if (tapped.is_over()) return tapped.failure.empty() ? "all packets are there" : "";
      if (is_last && end.has_passed()) return "the time is over";
      if (auto over = connection_.why_over(); !over.empty()) return over;
    }
  }

  Report report(std::string why, const LossesByKey& lost) {
    const auto tapped = receiver_->tapped();
    const bool is_kept = tapped.failure.empty() || reader_has_left(tapped.failure);
    if (!tapped.failure.empty()) why = is_kept ? "its reader has left" : tapped.failure;
    const auto finished = receiver_->finish(is_kept);
    Json document{{"application", port_.target.name},
                  {"identifier", port_.target.identifier},
                  {"component", port_.target.component},
                  {"port", port_.name},
                  {"interface", port_.kind->interface},
                  {"output", wanted_->file},
                  {"packets", tapped.packets},
                  {"samples", tapped.samples},
                  {"bytes", tapped.bytes},
                  {"lost", lost.empty() ? Json::object() : Json(lost)},
                  {"ended", why}};
    if (!tapped.problem.empty()) document["problem"] = tapped.problem;
    if (!finished) document["failure"] = finished.error();
    if (!is_kept) document["failure"] = tapped.failure;
    if (finished && !finished->empty()) document["part"] = *finished;
    auto text = text_of(document, lost);
    const bool is_well = !document.contains("failure");
    return {std::move(document), std::move(text), is_well, wanted_->file == "-"};
  }
  [[nodiscard]] static std::string text_of(const Json& document, const LossesByKey& lost) {
    std::string text = document["ended"].get<std::string>() + ": " +
                       std::to_string(document["packets"].get<std::uint64_t>()) + " packets, " +
                       std::to_string(document["samples"].get<std::uint64_t>()) + " samples in " +
                       document["output"].get<std::string>() + "; lost: ";
    std::string causes;
    for (const auto& [cause, count] : lost)
      causes += (causes.empty() ? "" : ", ") + std::to_string(count) + " packets " + cause;
    text += causes.empty() ? "none" : causes;
    if (document.contains("problem")) text += "; " + document["problem"].get<std::string>();
    if (document.contains("failure") && document["failure"] != document["ended"])
      text += "; " + document["failure"].get<std::string>();
    if (document.contains("part"))
      text += "; what was written is in " + document["part"].get<std::string>();
    return plain(std::move(text)) + "\n";
  }

  const os::AwaitedSignals signals_{SIGINT, SIGTERM, SIGUSR1, SIGPIPE};
  const Tap* wanted_;
  const TappedPort port_;
  std::unique_ptr<TapReceiver> receiver_;
  TapConnection connection_;
};

}  // namespace

void mask_signals_of_tap() { const os::AwaitedSignals masked{SIGINT, SIGTERM, SIGUSR1, SIGPIPE}; }

Report tap(const Domain& domain, const Tap& wanted) { return Run{domain, wanted}.carry_out(); }

}  // namespace orbweaver::control
