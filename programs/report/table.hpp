// SPDX-License-Identifier: Apache-2.0
// A table for a person, of plain text.
#pragma once
#include <string>
#include <vector>

namespace orbweaver::report {

using Row = std::vector<std::string>;

struct Column {
  std::string heading;
  bool is_right = false;  // cells end below each other: numbers
};

/// A line for the headings and one for each row, columns two spaces apart. What is in a cell begins
/// no line of its own, and steers no terminal. Requires: each row has a cell for each column.
[[nodiscard]] std::string table_of(const std::vector<Column>& columns, std::vector<Row> rows);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string with_commas(unsigned long long number);

}  // namespace orbweaver::report
