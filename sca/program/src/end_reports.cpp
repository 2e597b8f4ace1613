#include <orbweaver/program/end_reports.hpp>

#include <memory>

namespace orbweaver::program {

namespace {

constexpr std::uint64_t kFiveSeconds = 50'000'000;  // TimeBase::TimeT: 100 ns

/// Not asked what it is: that would block.
CORBA::object_reference<Orbweaver::ProgramEnds> in_time(const EndReports::Listener& listener) {
  if (!listener) return nullptr;
  return corba::with_policies(
      corba::StubFactory::unchecked_narrow<Orbweaver::ProgramEnds>(listener),
      {std::make_shared<Messaging::RelativeRoundtripTimeoutPolicy>(kFiveSeconds)});
}

}  // namespace

void EndReports::set_listener(const Listener& listener) {
  auto ends = in_time(listener);
  const std::scoped_lock lock{mutex_};
  listener_ = std::move(ends);
}

void EndReports::report(const device::ProgramEnd& end) {
  const std::scoped_lock lock{mutex_};
  if (!listener_ || waiting_ >= kMostWaiting) return;
  ++waiting_;
  errands_.post([this, listener = listener_, end] { send(listener, end); });
}

void EndReports::send(const Ends& listener, const device::ProgramEnd& end) {
  try {
    listener->ended(end.name, line_of(end));
  } catch (const CORBA::Exception&) {  // a domain that is started again asks for reports anew
  }
  const std::scoped_lock lock{mutex_};
  --waiting_;
}

}  // namespace orbweaver::program
