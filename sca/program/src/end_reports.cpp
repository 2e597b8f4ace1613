// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/end_reports.hpp>

#include <orbweaver/corba/bounded_call.hpp>

#include <utility>

namespace orbweaver::program {

void EndReports::set_listener(const Listener& listener) {
  std::shared_ptr<Row> row;
  // Does not narrow by a call, which would block.
  if (listener)
    row = std::make_shared<Row>(Row{corba::bounded(
        corba::StubFactory::unchecked_narrow<Orbweaver::ProgramEnds>(listener), call_timeout_)});
  const std::scoped_lock lock{mutex_};
  row_ = std::move(row);
}

void EndReports::report(const std::vector<device::ProgramEnd>& ends) {
  const std::scoped_lock lock{mutex_};
  if (!row_ || waiting_ >= kMostWaiting) return;
  ++waiting_;
  errands_.post([this, row = row_, number = ++row_->last, ends] { handle(*row, number, ends); });
}

void EndReports::handle(Row& row, std::uint64_t number,
                        const std::vector<device::ProgramEnd>& ends) {
  if (!is_dropped(row, number)) send(row, ends);
  const std::scoped_lock lock{mutex_};
  --waiting_;
}

bool EndReports::is_dropped(const Row& row, std::uint64_t number) {
  const std::scoped_lock lock{mutex_};
  return is_over_ || number <= row.dropped;
}

void EndReports::send(Row& row, const std::vector<device::ProgramEnd>& ends) {
  Orbweaver::ProgramEndSeq programs;
  for (const auto& end : ends) programs.emplace_back(end.name, line_of(end));
  try {
    row.listener->ended(programs);
  } catch (const CORBA::TIMEOUT&) {  // further reports would wait as long
    const std::scoped_lock lock{mutex_};
    row.dropped = row.last;
  } catch (const CORBA::Exception&) {  // ignored: a domain that is restarted asks for reports again
  }
}

}  // namespace orbweaver::program
