// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/watchdog.hpp>

#include <orbweaver/corba/end_calls.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace orbweaver::program {

namespace {

constexpr int kPartsOfTime = 4;

/// `time`: for connecting.
std::shared_ptr<CORBA::ORB> make_orb(Nanoseconds time) {
  const auto limit = std::chrono::floor<std::chrono::milliseconds>(time).count();
  return CORBA::ORB_init({"-ORBconnectTimeout", std::to_string(std::max<std::int64_t>(1, limit))});
}

void wait_a_while(const std::stop_token& stop, Nanoseconds time) {
  os::Mutex mutex;
  os::ConditionVariableAny never;
  std::unique_lock lock{mutex};
  never.wait_for(lock, stop, time, [] { return false; });
}

/// While it lives, all calls of the ORB together end after `time`, and when stop is requested.
class QuestionLimit {
 public:
  QuestionLimit(CORBA::ORB& orb, Nanoseconds time, const std::stop_token& stop)
      : at_stop_(stop, [&orb] { corba::end_calls(orb); }),
        thread_([&orb, time](const std::stop_token& is_over) {
          wait_a_while(is_over, time);
          if (!is_over.stop_requested()) corba::end_calls(orb);
        }) {}

 private:
  const std::stop_callback<std::function<void()>> at_stop_;
  const os::Thread thread_;
};

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
  const auto time = *manager_->watchdog() / kPartsOfTime;
  std::shared_ptr<CORBA::ORB> orb;
  while (!stop.stop_requested()) {
    const auto why = silence(orb, time, stop);
    if (!why) manager_->serves();
    if (why && !stop.stop_requested())
      on_silence_("it does not answer a call of its own: " + *why +
                  "; the service manager restarts it if that lasts");
    // An ORB whose calls were ended refuses later ones: the next call uses a new ORB.
    if (why && orb) std::exchange(orb, nullptr)->destroy();
    wait_a_while(stop, time);
  }
  if (orb) orb->destroy();
}

/// Returns why the object did not answer; nothing if it did.
std::optional<std::string> Watchdog::silence(std::shared_ptr<CORBA::ORB>& orb, Nanoseconds time,
                                             const std::stop_token& stop) const {
  const auto end = Deadline::after(time);
  std::optional<std::string> why;
  try {
    if (!orb) orb = make_orb(time);
    const QuestionLimit limit{*orb, time, stop};
    ask_(orb->string_to_object(reference_));
  } catch (const CORBA::Exception& exception) {
    why = text_of(exception);
  }
  if (end.has_passed()) why = "TIMEOUT";  // the limit may have ended the ORB's calls
  return why;
}

}  // namespace orbweaver::program
