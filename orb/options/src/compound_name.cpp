// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/compound_name.hpp>

#include <orbweaver/giop/ior.hpp>

#include <utility>

namespace orbweaver::corba {

namespace {

constexpr std::string_view kSpecial = "/.\\";

// Reads one step up to a slash or the end.
class StepReader {
 public:
  explicit StepReader(std::string_view text) noexcept : rest_(text) {}

  [[nodiscard]] Result<NameStep, NameError> read() {
    NameStep step;
    auto* part = &step.id;
    bool has_dot = false;
    for (; !rest_.empty() && rest_.front() != '/'; rest_.remove_prefix(1)) {
      if (rest_.front() == '.') {
        if (std::exchange(has_dot, true)) return unexpected(NameError::bad_dot);
        part = &step.kind;
      } else if (!take_character(*part)) {
        return unexpected(NameError::bad_escape);
      }
    }
    if (!has_dot && step.id.empty()) return unexpected(NameError::empty);
    if (has_dot && step.kind.empty() && !step.id.empty()) return unexpected(NameError::bad_dot);
    return step;
  }

  /// True if a slash was there: another step must follow.
  [[nodiscard]] bool take_slash() noexcept {
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }

 private:
  bool take_character(std::string& part) {
    if (rest_.front() == '\\') {
      rest_.remove_prefix(1);
      if (rest_.empty() || kSpecial.find(rest_.front()) == std::string_view::npos) return false;
    }
    part += rest_.front();
    return true;
  }

  std::string_view rest_;
};

void put_escaped(std::string& text, const std::string& part) {
  for (const char c : part) {
    if (kSpecial.find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
}

int digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string_view describe(NameError error) noexcept {
  switch (error) {
    case NameError::empty:
      return "a name has one step or more, none of them empty, as in radio/modem.device";
    case NameError::bad_escape:
      return "in a name a backslash stands only before a slash, a dot or a backslash";
    case NameError::bad_dot:
      return "a step of a name has at most one dot, between id and kind; write others as \\.";
    case NameError::too_many_steps:
      break;
  }
  return "a name has at most 64 steps";
}

Result<CompoundName, NameError> parse_name(std::string_view text) {
  CompoundName name;
  StepReader reader(text);
  do {
    auto step = reader.read();
    if (!step) return unexpected(step.error());
    if (name.size() == kMostNameSteps) return unexpected(NameError::too_many_steps);
    name.push_back(std::move(*step));
  } while (reader.take_slash());
  return name;
}

std::string to_text(const CompoundName& name) {
  std::string text;
  for (const auto& step : name) {
    if (!text.empty()) text += '/';
    put_escaped(text, step.id);
    if (!step.kind.empty() || step.id.empty()) text += '.';
    put_escaped(text, step.kind);
  }
  return text;
}

std::optional<std::string> unescape_url(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (text.size() - i < 3 || digit(text[i + 1]) < 0 || digit(text[i + 2]) < 0)
      return std::nullopt;
    result += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
    i += 2;
  }
  return result;
}

std::optional<NamingUrl> parse_naming_url(std::string_view text) {
  const auto hash = text.find('#');
  const auto address = text.substr(0, hash);
  auto name = unescape_url(hash == std::string_view::npos ? "" : text.substr(hash + 1));
  if (!name) return std::nullopt;
  NamingUrl url{"corbaloc:" + std::string{address}, std::move(*name)};
  if (address.find('/') == std::string_view::npos) url.context += "/NameService";
  return url;
}

bool is_url_address(std::string_view text) {
  if (text.starts_with("rir:")) return text == "rir:" || text.starts_with("rir:/");
  const auto url = parse_naming_url(text);
  return url && text.find('#') == std::string_view::npos &&
         giop::parse_reference(url->context).has_value();
}

// RFC 2396: letters, digits and these stand for themselves.
std::string escape_for_url(std::string_view text) {
  static constexpr std::string_view kPlain = ";/:?@&=+$,-_.!~*'()";
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                          (c >= 'a' && c <= 'z') || kPlain.find(c) != std::string_view::npos;
    if (is_plain)
      result += c;
    else
      result += {'%', kDigits[code >> 4], kDigits[code & 15]};
  }
  return result;
}

}  // namespace orbweaver::corba
