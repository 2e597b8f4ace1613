// Where devices of nodes report that programs have ended.
#pragma once
#include <orbweaver/domain/device_book.hpp>
#include <orbweaver/generated/sca/ProgramEnds_poa.hpp>

#include <functional>
#include <string>
#include <utility>

#include "calls_end_by.hpp"

namespace orbweaver::domain {

class ProgramEnds final : public CORBA::servant_traits<Orbweaver::ProgramEnds>::base_type {
 public:
  using OnEnd = std::function<void(const std::string& program, const std::string& how)>;
  /// `on_end`: brief. Threads: any.
  explicit ProgramEnds(OnEnd on_end) : on_end_(std::move(on_end)) {}

  void ended(const std::string& program, const std::string& how) override { on_end_(program, how); }

 private:
  const OnEnd on_end_;
};

/// Asks the device to report there. One of another vendor cannot: its components are found to be gone,
/// or waited for. Throws CORBA::SystemException, as the calls do.
void ask_for_ends(const KnownDevice& known, const CORBA::object_reference<CORBA::Object>& listener,
                  CallsEndBy& calls);

}  // namespace orbweaver::domain
