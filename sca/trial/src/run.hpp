// SPDX-License-Identifier: Apache-2.0
// The course of a trial, from the start of the program to its end.
#pragma once
#include <orbweaver/deploy/registrations.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/trial/trial.hpp>

#include <stop_token>

#include "component_object.hpp"
#include "feed.hpp"
#include "monitor.hpp"
#include "packet_receiver.hpp"
#include "subject_program.hpp"

namespace orbweaver::trial {

class Trial::Run {
 public:
  Run(Subject subject, TrialOptions options);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  [[nodiscard]] Result<void, std::string> open_files();
  [[nodiscard]] trial::TrialOutcome carry_out();
  void interrupt();

 private:
  using Object = ComponentObject::Object;
  enum class Phase { creating, running, ending };
  struct Input {
    PortFile port;
    std::optional<samples::SampleReader> reader;  // until the feed takes it
    std::unique_ptr<Feed> feed;
    bool replies = false;  // each packet that was sent has been taken
  };
  struct Output {
    PortFile port;
    std::unique_ptr<PacketReceiver> receiver;
    Object uses;  // the component's port; nil: not connected
  };

  // Reports of the program and its threads.
  void printed(device::Stream stream, std::string_view line);
  /// Returns false if the line is no reference.
  bool take_reference(std::string_view line);
  void take_event(std::string_view line);
  void feed_ended(const PortFile& port, const std::string& failure, Feed::Cause cause);
  [[nodiscard]] Nanoseconds time_to_be_reported() const;
  void fail(deploy::Step step, const std::string& port, deploy::Fault fault);

  /// Waits for an interrupt that is ending the former phase.
  void enter(Phase phase);

  // Creation. Each function returns whether it succeeded.
  [[nodiscard]] bool create();
  [[nodiscard]] bool execute();
  [[nodiscard]] bool bind();
  /// Whether the program knows all settings of the user.
  [[nodiscard]] bool has_what_was_set();
  [[nodiscard]] bool connect_output(Output& output);
  [[nodiscard]] bool find_input(Input& input);
  [[nodiscard]] bool make_feed(Input& input, const Object& port);
  /// `port`: which one is concerned; may be empty.
  template <class Call>
  bool step(deploy::Step step, Call call, const std::string& port = {}) {
    if (is_interrupted_ && phase_ == Phase::creating) return false;
    const auto done = call(options_.timeouts.limit(step, stop_.get_token()));
    if (!done) fail(step, port, done.error());
    return done.has_value();
  }

  void report_end(const std::string& how);
  /// Returns false if everything was written.
  bool report_unwritten(const Output& output);

  // While the component runs.
  void begin_feeds();
  [[nodiscard]] TrialEnd await_end();
  [[nodiscard]] std::optional<TrialEnd> ended_now(const Monitor::View& view,
                                                  const Deadline& run_time);
  [[nodiscard]] bool is_through(const Monitor::View& view) const;
  [[nodiscard]] TrialEnd after_silence(const Monitor::View& view);
  [[nodiscard]] Deadline end_of_silence(const Monitor::View& view) const;

  // The end.
  [[nodiscard]] Nanoseconds grace() const;
  [[nodiscard]] Nanoseconds time_to_end() const;
  void give_back();
  void end_program(bool is_released);
  void close_files();
  [[nodiscard]] bool can_be_called() const;
  [[nodiscard]] trial::TrialOutcome outcome(TrialEnd ended) const;

  const Subject subject_;
  const TrialOptions options_;
  Monitor monitor_;
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<PortableServer::POA> adapter_;
  deploy::Registrations registrations_;
  std::optional<naming::NamingService> names_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  ComponentObject object_;
  std::stop_source stop_;  // requested when calls have no use any more
  os::Mutex phase_mutex_;  // for writing phase_, and while an interrupt looks at it
  os::Atomic<Phase> phase_{Phase::creating};
  os::Atomic<bool> is_interrupted_{false};
  bool is_bound_ = false, is_started_ = false, is_hung_ = false;
  bool is_wrongly_set_ = false;
  std::optional<Nanoseconds> ran_;
  std::string program_end_;
  std::unique_ptr<SubjectProgram> program_;  // last, so that its lines end first
};

}  // namespace orbweaver::trial
