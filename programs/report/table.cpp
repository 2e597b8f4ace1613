// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace orbweaver::report {

namespace {

/// As many characters as a terminal shows of UTF-8 text; those that take two columns count as one.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char character) {
    return (static_cast<unsigned char>(character) & 0xC0U) != 0x80U;
  }));
}

std::string line_of(const Row& row, const std::vector<Column>& columns,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string room(widths[i] - width_of(row[i]), ' ');
    line += (i == 0 ? "" : "  ") + (columns[i].is_right ? room + row[i] : row[i] + room);
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string table_of(const std::vector<Column>& columns, std::vector<Row> rows) {
  Row headings;
  for (const auto& column : columns) headings.push_back(column.heading);
  rows.insert(rows.begin(), std::move(headings));
  std::vector<std::size_t> widths(columns.size());
  for (auto& row : rows)
    for (std::size_t i = 0; i < widths.size(); ++i) {
      row[i] = os::on_one_line(std::move(row[i]));
      widths[i] = std::max(widths[i], width_of(row[i]));
    }
  std::string text;
  for (const auto& row : rows) text += line_of(row, columns, widths);
  return text;
}

std::string with_commas(unsigned long long number) {
  auto text = std::to_string(number);
  constexpr std::size_t kGroup = 3;
  for (auto at = text.size(); at > kGroup;) text.insert(at -= kGroup, ",");
  return text;
}

}  // namespace orbweaver::report
