// SPDX-License-Identifier: Apache-2.0
#include "grammar/content.hpp"

#include <algorithm>

namespace orbweaver::profile::grammar {

namespace {

using Kind = Content::Kind;
using Times = Content::Times;

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Content group() {
    Content whole;
    do {
      skip(",|");
      whole.parts.push_back(part());
      if (peek() == '|') whole.kind = Kind::one_of;
    } while (peek() == ',' || peek() == '|');
    return whole;
  }

 private:
  Content part() {
    Content content;
    if (peek() == '(') {
      skip("(");
      content = group();
      skip(")");
    } else {
      content.name = word();
      content.kind = content.name == "text" ? Kind::text : Kind::name;
    }
    content.times = times();
    return content;
  }

  Times times() {
    const char c = rest_.empty() ? ' ' : rest_.front();
    const auto found = std::string_view{"?*+"}.find(c);
    if (found == std::string_view::npos) return Times::one;
    rest_.remove_prefix(1);
    return found == 0 ? Times::optional : found == 1 ? Times::any : Times::some;
  }

  std::string_view word() {
    peek();
    const auto length = std::min(rest_.find_first_of(" ,|()?*+"), rest_.size());
    const auto found = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return found;
  }

  char peek() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    return rest_.empty() ? '\0' : rest_.front();
  }

  void skip(std::string_view characters) {
    if (peek() != '\0' && characters.find(rest_.front()) != std::string_view::npos)
      rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

// Compares the children with the grammar, in order. Stops at the first child that fits nowhere.
class Matcher {
 public:
  explicit Matcher(const std::vector<std::string_view>& children) : children_(children) {}

  bool take(const Content& content) {
    const bool repeats = content.times == Times::any || content.times == Times::some;
    const bool needed = content.times == Times::one || content.times == Times::some;
    if (!begins(content)) {
      if (needed && !may_be_empty(content)) return expect(content);
      return true;
    }
    do {
      if (!take_once(content)) return false;
    } while (repeats && begins(content));
    return true;
  }

  [[nodiscard]] std::optional<Departure> result(bool matched) const {
    if (!matched) return Departure{at_, expected_};
    if (at_ < children_.size()) return Departure{at_, "nothing more"};
    return std::nullopt;
  }

 private:
  bool take_once(const Content& content) {
    switch (content.kind) {
      case Kind::text:
        return true;
      case Kind::name:
        ++at_;
        return true;
      case Kind::all_of:
        return std::ranges::all_of(content.parts, [this](const auto& part) { return take(part); });
      case Kind::one_of:
        return take(*std::ranges::find_if(content.parts,
                                          [this](const auto& part) { return begins(part); }));
    }
    return false;
  }

  // Whether the next child may be the first of this content.
  [[nodiscard]] bool begins(const Content& content) const {
    if (at_ == children_.size()) return false;
    if (content.kind == Kind::name) return children_[at_] == content.name;
    for (const auto& part : content.parts) {
      if (begins(part)) return true;
      if (content.kind == Kind::all_of && !may_be_empty(part)) return false;
    }
    return false;
  }

  static bool may_be_empty(const Content& content) {
    if (content.times == Times::optional || content.times == Times::any) return true;
    if (content.kind == Kind::text) return true;
    if (content.kind == Kind::name) return false;
    if (content.kind == Kind::one_of) return std::ranges::any_of(content.parts, may_be_empty);
    return std::ranges::all_of(content.parts, may_be_empty);
  }

  bool expect(const Content& content) {
    std::vector<std::string_view> names;
    add_first_names(content, names);
    for (std::size_t i = 0; i < names.size(); ++i)
      expected_ += std::string{i == 0                  ? ""
                               : i + 1 == names.size() ? " or "
                                                       : ", "} +
                   std::string{names[i]};
    return false;
  }

  static void add_first_names(const Content& content, std::vector<std::string_view>& names) {
    if (content.kind == Kind::name) names.push_back(content.name);
    for (const auto& part : content.parts) {
      add_first_names(part, names);
      if (content.kind == Kind::all_of && !may_be_empty(part)) return;
    }
  }

  const std::vector<std::string_view>& children_;
  std::size_t at_ = 0;
  std::string expected_;
};

}  // namespace

Content parse_content(std::string_view text) {
  if (text.empty()) return {};
  return Parser(text).group();
}

void add_names(const Content& content, std::vector<std::string_view>& names) {
  if (content.kind == Kind::name) names.push_back(content.name);
  for (const auto& part : content.parts) add_names(part, names);
}

void add_single_names(const Content& content, std::vector<std::string_view>& names) {
  if (content.times == Times::any || content.times == Times::some) return;
  if (content.kind == Kind::name) names.push_back(content.name);
  for (const auto& part : content.parts) add_single_names(part, names);
}

std::optional<Departure> departure(const Content& content,
                                   const std::vector<std::string_view>& children) {
  Matcher matcher(children);
  return matcher.result(matcher.take(content));
}

}  // namespace orbweaver::profile::grammar
