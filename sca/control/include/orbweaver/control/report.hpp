// SPDX-License-Identifier: Apache-2.0
// The report of a verb: a JSON document for programs, and a readable text.
#pragma once
#include <orbweaver/control/failure.hpp>

#include <nlohmann/json.hpp>
#include <string>

namespace orbweaver::control {

using Json = nlohmann::ordered_json;

struct Report {
  Json document;
  std::string text;       // lines, each with a newline at its end; without control characters
  bool is_well = true;    // false: the verb was carried out, and the program's exit status is 1
  bool is_apart = false;  // the text goes to standard error, as standard output has the samples
};

/// {"error": {...}}, as docs/reference/operator-result.md describes it.
[[nodiscard]] Json document_of(const VerbFailure& failure);

/// The document as text with a newline at its end. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string text_of(const Json& document);

}  // namespace orbweaver::control
