// SPDX-License-Identifier: Apache-2.0
// What CLI11, which reads the options of programs, does not do well by itself. No program but those
// of this tree needs it, and this header does not include CLI11.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace orbweaver {

/// A validator of a number: empty, or what is wrong with the text. NaN lies in every range that is
/// checked by comparison, as CLI::Range does it.
[[nodiscard]] inline std::string refuse_nan(const std::string& text) {
  return std::isnan(std::strtod(text.c_str(), nullptr)) ? "'" + text + "' is no number"
                                                        : std::string{};
}

/// Adds an option with its default in --help; one with a fraction does not take NaN. `app`: a
/// CLI::App. `value` outlives the parsing. Returns the option.
template <class App, class T>
auto* add_value(App& app, const std::string& name, T& value, const std::string& meaning) {
  auto* const option = app.add_option(name, value, meaning)->capture_default_str();
  if constexpr (std::is_floating_point_v<T>) option->check(refuse_nan);
  return option;
}

/// Adds an option whose values are words. --help and complaints name the words alone; those of
/// CLI::CheckedTransformer also print the numbers behind them, as characters if they have 8 bits.
/// `app`: a CLI::App. `value` outlives the parsing. Returns the option.
template <class App, class T>
auto* add_choice(App& app, const std::string& name, T& value,
                 const std::map<std::string, T>& choices, const std::string& meaning) {
  std::string words;
  for (const auto& [word, chosen] : choices) words += (words.empty() ? "{" : ",") + word;
  words += "}";
  const auto choose = [&value, choices](const std::string& word) { value = choices.at(word); };
  const auto check = [choices, words](const std::string& word) {
    return choices.contains(word) ? std::string{} : "'" + word + "' is none of " + words;
  };
  return app.template add_option_function<std::string>(name, choose, meaning)->check(check, words);
}

/// Words -ORBNAME VALUE, options of a program's own ORB, taken out of the words as CORBA::ORB_init
/// does it.
[[nodiscard]] inline std::vector<std::string> take_orb_options(std::vector<std::string>& words) {
  std::vector<std::string> taken;
  for (auto word = words.begin(); word != words.end();) {
    if (!word->starts_with("-ORB")) {
      ++word;
      continue;
    }
    const auto end = word + std::min<std::ptrdiff_t>(2, words.end() - word);
    std::move(word, end, std::back_inserter(taken));
    word = words.erase(word, end);
  }
  return taken;
}

}  // namespace orbweaver
