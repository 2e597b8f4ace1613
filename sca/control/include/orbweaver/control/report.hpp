// SPDX-License-Identifier: Apache-2.0
// The report of a verb: a document for programs, and a readable text.
#pragma once
#include <orbweaver/control/failure.hpp>

#include <nlohmann/json.hpp>
#include <string>

namespace orbweaver::control {

using Json = nlohmann::ordered_json;

struct Report {
  Json document;
  std::string text;       // lines, each with its end; without control characters
  bool is_well = true;    // false: the program's exit status is 1 all the same
  bool is_apart = false;  // it goes to standard error: standard output has something else
};

/// {"error": {...}}, as docs/guides/control.md has it.
[[nodiscard]] Json document_of(const VerbFailure& failure);

/// The document with a line's end. Bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string text_of(const Json& document);

}  // namespace orbweaver::control
