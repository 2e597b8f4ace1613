#include <orbweaver/program/watchdog.hpp>

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace orbweaver::program {

namespace {

constexpr int kCallsInTime = 4;

std::shared_ptr<CORBA::ORB> make_orb(Nanoseconds timeout) {
  const auto limit = std::chrono::floor<std::chrono::milliseconds>(timeout).count();
  return CORBA::ORB_init({"-ORBcallTimeout", std::to_string(std::max<std::int64_t>(1, limit))});
}

void wait_a_while(const std::stop_token& stop, Nanoseconds time) {
  os::Mutex mutex;
  os::ConditionVariableAny never;
  std::unique_lock lock{mutex};
  never.wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

Watchdog::Watchdog(const ServiceManager& manager, std::string reference, Ask ask,
                   OnSilence on_silence)
    : manager_(&manager),
      reference_(std::move(reference)),
      ask_(std::move(ask)),
      on_silence_(std::move(on_silence)) {
  if (manager.watchdog()) thread_ = os::Thread{[this](const std::stop_token& stop) { work(stop); }};
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void Watchdog::work(const std::stop_token& stop) const {
  const auto period = *manager_->watchdog() / kCallsInTime;
  const auto orb = make_orb(period);
  while (!stop.stop_requested()) {
    try {
      ask_(orb->string_to_object(reference_));
      manager_->serves();
    } catch (const CORBA::Exception& silence) {
      on_silence_("it does not answer a call of its own: " + text_of(silence) +
                  "; the service manager restarts it if that lasts");
    }
    wait_a_while(stop, period);
  }
  orb->destroy();
}

}  // namespace orbweaver::program
