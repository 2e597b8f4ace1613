// SPDX-License-Identifier: Apache-2.0
// Formats rows of text as aligned columns.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace orbweaver::control {

class Table {
 public:
  using Row = std::vector<std::string>;
  explicit Table(Row headings) { rows_.push_back(std::move(headings)); }
  /// Columns `first` to `last` are numbers, and are aligned at the right.
  Table(Row headings, std::size_t first, std::size_t last)
      : first_number_(first), end_of_numbers_(last + 1) {
    rows_.push_back(std::move(headings));
  }
  /// Adds a row, which has as many cells as there are headings. Control characters are removed.
  void add(Row row);
  [[nodiscard]] bool is_empty() const { return rows_.size() == 1; }
  /// Returns the lines. Columns are two spaces apart; an empty cell is printed as "-".
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] bool is_number(std::size_t column) const {
    return column >= first_number_ && column < end_of_numbers_;
  }
  std::size_t first_number_ = 0, end_of_numbers_ = 0;
  std::vector<Row> rows_;
};

}  // namespace orbweaver::control
