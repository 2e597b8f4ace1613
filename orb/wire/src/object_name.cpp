// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/object_name.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/wire/key_number.hpp>

#include <cstdint>
#include <optional>

namespace orbweaver::wire {

namespace {

constexpr std::size_t kMostShown = 80;
// The parts of a key: see object_adapter.hpp, and POA::make_id for the ids.
constexpr std::size_t kStampSize = 10, kIdStampSize = 8;

std::uint32_t number_at_end(std::string_view text) noexcept {
  return read_key_number(text.data() + text.size() - kKeyNumberSize);
}

// Whether an adapter made the id: it has a number at its end, and perhaps a stamp before it, which
// a user would not choose.
bool was_made_by_an_adapter(std::string_view id) noexcept {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  const bool has_its_size =
      id.size() == kKeyNumberSize || id.size() == kIdStampSize + kKeyNumberSize;
  return has_its_size && !is_plain(id[id.size() - 1]);
}

std::string name_of_id(std::string_view id) {
  if (was_made_by_an_adapter(id)) return "#" + std::to_string(number_at_end(id));
  return printable(id, kMostShown);
}

struct TransientKey {
  std::uint32_t adapter;
  std::string_view id;
};

// No program has so many adapters that the number's last octet is one of a name.
std::optional<TransientKey> read_transient(std::string_view key) noexcept {
  constexpr std::size_t kPrefix = kStampSize + kKeyNumberSize;
  if (key.size() <= kPrefix || !key.starts_with("OW") || key[kPrefix - 1] != '\0')
    return std::nullopt;
  return TransientKey{number_at_end(key.substr(0, kPrefix)), key.substr(kPrefix)};
}

std::string quoted_unless_numbered(std::string_view id) {
  return was_made_by_an_adapter(id) ? name_of_id(id) : "'" + name_of_id(id) + "'";
}

// "OP/server/adapter/...:" and the id. What separates them is escaped in the names.
std::optional<std::string> read_persistent(std::string_view key) {
  if (!key.starts_with("OP/")) return std::nullopt;
  const auto path = key.find('/', 3);
  const auto id = key.find(':');
  if (path == std::string_view::npos || id == std::string_view::npos || id < path)
    return std::nullopt;
  return printable(key.substr(path + 1, id - path - 1), kMostShown) + "/" +
         name_of_id(key.substr(id + 1));
}

std::string_view id_in(std::string_view key) noexcept {
  if (const auto transient = read_transient(key)) return transient->id;
  const auto id = key.starts_with("OP/") ? key.find(':') : std::string_view::npos;
  return id == std::string_view::npos ? key : key.substr(id + 1);
}

}  // namespace

std::string name_of_key(Bytes key) {
  const auto text = as_text(key);
  if (const auto transient = read_transient(text))
    return quoted_unless_numbered(transient->id) + " of adapter #" +
           std::to_string(transient->adapter);
  if (const auto persistent = read_persistent(text)) return "'" + *persistent + "'";
  auto escaped = giop::corbaloc_key(key);
  if (escaped.size() > kMostShown) escaped = escaped.substr(0, kMostShown) + "...";
  return "'" + escaped + "'";
}

std::string name_in_adapter(std::string_view path, Bytes key) {
  const auto id = name_of_id(id_in(as_text(key)));
  return path.empty() ? id : printable(path, kMostShown) + "/" + id;
}

std::string name_of_interface(std::string_view repository_id) {
  auto name = repository_id;
  if (name.starts_with("IDL:")) name.remove_prefix(4);
  if (name.starts_with("omg.org/")) name.remove_prefix(8);
  name = name.substr(0, name.rfind(':'));
  std::string text;
  for (const char c : printable(name, kMostShown)) text += c == '/' ? "::" : std::string(1, c);
  return text;
}

}  // namespace orbweaver::wire
