// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <algorithm>

#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

/// Counts the UTF-8 characters.
std::size_t width_of(const std::string& cell) {
  return static_cast<std::size_t>(std::ranges::count_if(
      cell, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

}  // namespace

void Table::add(Row row) {
  for (auto& cell : row) cell = cell.empty() ? "-" : plain(std::move(cell));
  rows_.push_back(std::move(row));
}

std::string Table::text() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], width_of(row[i]));
  std::string text;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const auto room = widths[i] - width_of(row[i]);
      if (is_number(i)) text.append(room, ' ');
      text += row[i];
      if (i + 1 < widths.size()) text.append((is_number(i) ? 0 : room) + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

}  // namespace orbweaver::control
