// SPDX-License-Identifier: Apache-2.0
#include "file_names_in.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace orbweaver::control {

namespace {

using Entity = std::pair<std::string_view, char>;
constexpr std::array<Entity, 5> kEntities{
    {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};

std::string decoded(std::string_view xml) {
  std::string text;
  while (!xml.empty()) {
    const auto entity = std::ranges::find_if(
        kEntities, [&](const Entity& entry) { return xml.starts_with(entry.first); });
    const bool is_entity = entity != kEntities.end();
    text += is_entity ? entity->second : xml.front();
    xml.remove_prefix(is_entity ? entity->first.size() : 1);
  }
  return text;
}

std::string encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto entity = std::ranges::find(kEntities, c, &Entity::second);
    if (entity == kEntities.end())
      result += c;
    else
      result += entity->first;
  }
  return result;
}

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Copies the text, and replaces the names of files.
class Rewriter {
 public:
  Rewriter(std::string_view xml, const NewName& new_name) : rest_(xml), new_name_(&new_name) {}

  std::string all() && {
    while (!rest_.empty()) {
      if (rest_.starts_with("<!--"))
        pass_through("-->");
      else if (rest_.starts_with("<![CDATA["))
        pass_through("]]>");
      else if (begins_element("localfile"))
        local_file();
      else if (begins_element("entrypoint"))
        entry_point();
      else
        pass(1);
    }
    return std::move(made_);
  }

 private:
  void pass(std::size_t count) {
    count = std::min(count, rest_.size());
    made_ += rest_.substr(0, count);
    rest_.remove_prefix(count);
  }
  void pass_through(std::string_view end) {
    const auto at = rest_.find(end);
    pass(at == std::string_view::npos ? rest_.size() : at + end.size());
  }
  void pass_spaces() {
    while (!rest_.empty() && is_space(rest_.front())) pass(1);
  }
  [[nodiscard]] bool begins_element(std::string_view name) const {
    if (!rest_.starts_with('<') || !rest_.substr(1).starts_with(name)) return false;
    const auto after = rest_.substr(1 + name.size());
    return !after.empty() &&
           (is_space(after.front()) || after.front() == '>' || after.front() == '/');
  }

  void local_file() {
    pass(std::string_view{"<localfile"}.size());
    for (pass_spaces(); !rest_.empty() && rest_.front() != '>'; pass_spaces()) attribute();
  }
  /// Reads one attribute, or one byte that begins none.
  void attribute() {
    const bool is_name = rest_.starts_with("name");
    const auto end = std::ranges::find_if(
        rest_, [](char c) { return is_space(c) || c == '=' || c == '>' || c == '/'; });
    pass(std::max<std::size_t>(1, static_cast<std::size_t>(end - rest_.begin())));
    pass_spaces();
    if (!rest_.starts_with('=')) return;
    pass(1);
    pass_spaces();
    if (rest_.starts_with('"') || rest_.starts_with('\'')) value(is_name);
  }
  void value(bool is_name) {
    const auto quote = rest_.front();
    pass(1);
    const auto size = std::min(rest_.find(quote), rest_.size());
    if (is_name)
      rename(size);
    else
      pass(size);
    pass(1);
  }
  void entry_point() {
    pass_through(">");
    pass_spaces();
    auto size = std::min(rest_.find('<'), rest_.size());
    while (size > 0 && is_space(rest_[size - 1])) --size;
    rename(size);
  }
  void rename(std::size_t size) {
    const auto name = (*new_name_)(decoded(rest_.substr(0, size)));
    if (!name) return pass(size);
    made_ += encoded(*name);
    rest_.remove_prefix(size);
  }

  std::string_view rest_;
  const NewName* new_name_;
  std::string made_;
};

}  // namespace

std::string with_file_names(std::string_view xml, const NewName& new_name) {
  return Rewriter{xml, new_name}.all();
}

}  // namespace orbweaver::control
