// SPDX-License-Identifier: Apache-2.0
// The lines of components' log() (component/logger.hpp) as records of a daemon's log.
#pragma once
#include <orbweaver/program/log_record.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::program {

struct ComponentRecord {
  std::string name;  // as the component says it: "radio/tuner"
  LogRecord record;  // of the time at which the line came
};

/// The record in {"event":"log","level":LEVEL,"name":NAME,"text":TEXT}; nothing for any other line.
/// The levels error, warning, info and debug are EXCEPTION_ERROR, DEGRADED_ALARM,
/// ADMINISTRATIVE_EVENT and PROGRAMMER_DEBUG of CosLwLog.
[[nodiscard]] std::optional<ComponentRecord> component_record(std::string_view line);

}  // namespace orbweaver::program
