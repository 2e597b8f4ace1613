// SPDX-License-Identifier: Apache-2.0
// Names of the naming service, and their text: "radio/modem.device", with '\' before a '/', '.' or
// '\' that is part of a name. OMG Naming Service 1.3, 2.4: Stringified Names; 2.5.3: corbaname.
#pragma once
#include <orbweaver/base/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::corba {

/// One step of a name.
struct NameStep {
  /// Each may be empty, also both. Without escapes.
  std::string id, kind;
  friend bool operator==(const NameStep&, const NameStep&) = default;
};
/// From the outermost context to the object. Never empty as parse_name() makes it.
using CompoundName = std::vector<NameStep>;

/// No tree of contexts needs that many steps. It bounds the cost of one name.
inline constexpr std::size_t kMostNameSteps = 64;

/// Why a text is no name.
enum class NameError {
  empty,          ///< no step, or one between two slashes
  bad_escape,     ///< a backslash before another character, or at the end
  bad_dot,        ///< a second dot, or one at the end ("." alone is the step without id and kind)
  too_many_steps  ///< kMostNameSteps
};
/// The cause in a few words, for a message. Constant text.
[[nodiscard]] std::string_view describe(NameError error) noexcept;

/// The steps of a name as text. Fails: each cause of NameError.
[[nodiscard]] Result<CompoundName, NameError> parse_name(std::string_view text);
/// Requires: at least one step. parse_name() of the text returns the name.
[[nodiscard]] std::string to_text(const CompoundName& name);

/// The parts of a corbaname URL after its scheme: the context, as a corbaloc, and a name in it.
struct NamingUrl {
  std::string context;  ///< "corbaloc::host:2809/NameService"
  std::string name;     ///< unescaped; empty: the context itself
};
/// `text` is what follows "corbaname:". Nothing if an escape ("%2f") is broken.
[[nodiscard]] std::optional<NamingUrl> parse_naming_url(std::string_view text);
/// The text with %2f and the like as the characters that they stand for. Nothing if one is broken.
[[nodiscard]] std::optional<std::string> unescape_url(std::string_view text);
/// Whether `text` is a corbaloc address, or several, with a key or without, as in
/// ":host:2809/NameService" or "rir:".
[[nodiscard]] bool is_url_address(std::string_view text);
/// The text as part of an URL: a character that is not allowed there becomes %2f or the like.
[[nodiscard]] std::string escape_for_url(std::string_view text);

}  // namespace orbweaver::corba
