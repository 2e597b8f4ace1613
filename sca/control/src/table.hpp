// Columns of text for people.
#pragma once
#include <string>
#include <vector>

namespace orbweaver::control {

class Table {
 public:
  using Row = std::vector<std::string>;
  explicit Table(Row headings) { rows_.push_back(std::move(headings)); }
  /// As many cells as there are headings. Control characters are left out.
  void add(Row row);
  [[nodiscard]] bool is_empty() const { return rows_.size() == 1; }
  /// Lines, columns two spaces apart; an empty cell is "-".
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Row> rows_;
};

}  // namespace orbweaver::control
