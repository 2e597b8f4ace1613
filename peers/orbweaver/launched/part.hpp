// SPDX-License-Identifier: Apache-2.0
// What a component does between `ready` and its end, and what a program must know to make one. The
// same component runs alone in a process or beside others (program.hpp).
#pragma once
#include <orbweaver/os/thread.hpp>
#include "launched/component.hpp"
#include "launched/packet_stage.hpp"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace orbweaver::launched {

/// Made when its options are known and the next component is there; its constructor publishes or
/// announces it. The program calls what follows from its main thread.
class Part {
 public:
  Part() = default;
  virtual ~Part() = default;
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  /// All components of the process are there: begins work of its own, if it has any.
  virtual void start() {}
  /// Ends work of its own, and returns when it has ended.
  virtual void stop() {}
  /// Takes no more packets, and returns when those that it took have been handed on. Only where the
  /// next component lives in the same process: else the ORB's end does it.
  virtual void withdraw() {}
};

/// Takes the options once they are parsed; keeps what it needs.
using MakePart = std::function<std::unique_ptr<Part>(Component&)>;

/// A kind of component: its name, what it does in one sentence, and its options.
struct Kind {
  std::string name;
  std::string about;
  /// Adds the options. What they set must live as long as the returned function.
  std::function<MakePart(CLI::App&, Settings&)> prepare;
};

/// A component that works by itself, on a thread of its own: what stands first in a pipeline.
class SourcePart : public Part {
 public:
  /// `work` is asked to stop through the token. What it throws fails the component.
  SourcePart(Component& component, std::function<void(const std::stop_token&)> work)
      : component_(component), work_(std::move(work)) {
    component_.announce();
  }
  ~SourcePart() override { stop(); }

  void start() override {
    thread_ = os::start_thread({.name = "ow-sender"}, [this] {
      component_.attempt([this] { work_(stop_.get_token()); });
    });
  }
  void stop() override {
    stop_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  Component& component_;
  std::function<void(const std::stop_token&)> work_;
  std::stop_source stop_;
  std::jthread thread_;
};

/// A component that packets pass through. `Servant` is constructed with the stage and whatever the
/// part is given for it, gives the stage what comes in, and stops it in its destructor: the ORB
/// lets go of its servants when no more packets come but the next component can still be called.
template <class Servant, class Packet, class Output>
class StagePart : public Part {
 public:
  using Actions = StageActions<Packet, Output>;
  template <class... More>
  StagePart(Component& component, Actions actions, More&&... for_servant)
      : component_(component), stage_(component.settings().stage(), completed(std::move(actions))) {
    component_.publish(CORBA::make_reference<Servant>(stage_, std::forward<More>(for_servant)...));
  }
  void withdraw() override {
    component_.withdraw();
    stage_.wait_until_stopped();
  }

 private:
  Actions completed(Actions actions) {
    actions.fail = [this](const std::string& why) { component_.fail(why); };
    // What the stage cannot know: the queue in front of it, and the way behind it.
    actions.finish = [this,
                      finish = std::move(actions.finish)](const component::StageReport& report) {
      component::StageReport whole = report;
      whole.max_queue += component_.most_waiting();
      whole.transport = component_.transport();
      finish(whole);
    };
    return actions;
  }

  Component& component_;
  PacketStage<Packet, Output> stage_;
};

}  // namespace orbweaver::launched
