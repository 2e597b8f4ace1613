// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/samples/data_interfaces.hpp>
#include <orbweaver/samples/data_kind.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace orbweaver::samples {

namespace {

template <class T>
constexpr std::string_view word_of() {
  if constexpr (std::is_same_v<T, char>) return "char";
  if constexpr (std::is_same_v<T, std::uint8_t>) return "octet";
  if constexpr (std::is_same_v<T, std::int16_t>) return "short";
  if constexpr (std::is_same_v<T, std::uint16_t>) return "unsigned short";
  if constexpr (std::is_same_v<T, std::int32_t>) return "long";
  if constexpr (std::is_same_v<T, float>) return "float";
  if constexpr (std::is_same_v<T, double>) return "double";
}

template <class T>
constexpr std::string_view suffix_of(bool is_pair) {
  if constexpr (std::is_same_v<T, char>) return is_pair ? "cs8" : "s8";
  if constexpr (std::is_same_v<T, std::uint8_t>) return "u8";
  if constexpr (std::is_same_v<T, std::int16_t>) return is_pair ? "cs16" : "s16";
  if constexpr (std::is_same_v<T, std::uint16_t>) return "u16";
  if constexpr (std::is_same_v<T, std::int32_t>) return is_pair ? "cs32" : "s32";
  if constexpr (std::is_same_v<T, float>) return is_pair ? "cf32" : "f32";
  if constexpr (std::is_same_v<T, double>) return is_pair ? "cf64" : "f64";
}

/// The words of pairs, which live as long as the program.
template <class T, class Interface>
std::string_view pair_of() {
  constexpr bool is_sound = std::is_same_v<Interface, standardInterfaces::stereoSound>;
  static const auto text = std::string{word_of<T>()} + (is_sound ? " left, " : " I, ") +
                           std::string{word_of<T>()} + (is_sound ? " right" : " Q");
  return text;
}

template <class Interface>
DataKind kind_of() {
  using Traits = ports::DataInterface<Interface>;
  using Sample = typename Traits::Sample;
  if constexpr (Traits::family == ports::Family::pair)
    return {Interface::_id, pair_of<Sample, Interface>(), 2 * sizeof(Sample),
            suffix_of<Sample>(true)};
  else
    return {Interface::_id, word_of<Sample>(), sizeof(Sample), suffix_of<Sample>(false)};
}

}  // namespace

std::string_view DataKind::name() const noexcept {
  const auto slash = interface.find_last_of('/');
  const auto begin = slash == std::string_view::npos ? 0 : slash + 1;
  return interface.substr(begin, interface.find_last_of(':') - begin);
}

std::span<const DataKind> data_kinds() {
  static const auto all = [] {
    std::vector<DataKind> data_kinds;
    DataInterfaces::each(
        [&]<class I>(std::type_identity<I>) { data_kinds.push_back(kind_of<I>()); });
    return data_kinds;
  }();
  return all;
}

const DataKind* find_data_kind(std::string_view interface) {
  const auto all = data_kinds();
  const auto found = std::ranges::find(all, interface, &DataKind::interface);
  return found == all.end() ? nullptr : &*found;
}

bool has_fitting_suffix(const std::string& file, const DataKind& kind) {
  const auto suffix = std::filesystem::path{file}.extension().string();
  return suffix.empty() || suffix == ".bin" || suffix == ".raw" ||
         suffix == "." + std::string{kind.suffix};
}

std::string data_kind_names() {
  std::string text;
  for (const auto& data_kind : data_kinds())
    text += (text.empty() ? "" : ", ") + std::string{data_kind.name()};
  return text;
}

}  // namespace orbweaver::samples
