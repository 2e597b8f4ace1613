// SPDX-License-Identifier: Apache-2.0
// Sequences, arrays and structs, empty and full, and in each other.
#include <limits>

#include "turned.hpp"

namespace peer {

using namespace Lab::Types;

namespace {

template <class Sequence, class Element>
Sequence sequence_of(const std::vector<Element>& elements) {
  Sequence sequence;
  sequence.length(static_cast<CORBA::ULong>(elements.size()));
  for (CORBA::ULong i = 0; i < sequence.length(); ++i) sequence[i] = elements[i];
  return sequence;
}

WideTexts many_wide_texts() {
  const auto texts = wide_texts();
  WideTexts new_wide_texts;
  new_wide_texts.length(static_cast<CORBA::ULong>(texts.size()));
  for (CORBA::ULong i = 0; i < new_wide_texts.length(); ++i) new_wide_texts[i] = texts[i].c_str();
  return new_wide_texts;
}

std::vector<CORBA::LongDouble> long_doubles() {
  using Limits = std::numeric_limits<CORBA::LongDouble>;
  return {0.0L,
          -0.0L,
          1.0L,
          -0.1L,
          Limits::max(),
          Limits::lowest(),
          Limits::min(),
          Limits::denorm_min(),
          Limits::infinity(),
          -Limits::infinity(),
          Limits::quiet_NaN()};
}

Tree tree_of(int depth) {
  Tree tree;
  tree.leaf = depth;
  if (depth == 0) return tree;
  tree.branches.length(2);
  tree.branches[0] = tree_of(depth - 1);
  tree.branches[1].leaf = -1;
  return tree;
}

Everything nothing_in_it() {
  Everything everything;
  everything.short_text = "";
  everything.chosen.other(0);
  everything.chosen._d(0);
  everything.root = tree_of(0);
  for (auto& inner : everything.inside) inner.wide = 0, inner.precise = 0;
  return everything;
}

Everything everything() {
  Everything everything;
  everything.short_text = "12345";
  everything.nested.length(3);
  everything.nested[0].length(2);
  everything.nested[0][0] = 1, everything.nested[0][1] = 2;
  everything.nested[2].length(1);
  everything.nested[2][0] = 255;
  everything.inside[0].wide = 0x20ac, everything.inside[0].precise = 0.1;
  everything.inside[1].wide = L'a', everything.inside[1].precise = -0.0;
  everything.chosen = by_long_words();
  everything.root = tree_of(3);
  everything.texts = many_wide_texts();
  return everything;
}

std::vector<ShortTexts> short_texts() {
  ShortTexts full;
  full.length(2);
  full[0] = "";
  full[1] = "12345";
  return {ShortTexts(), full};
}

// Arrays have no values of their own in the classic mapping.
template <class Var, class Slice, class Add, class Call>
void arrays_come_back(const std::vector<const Slice*>& values, Add add, Var (*copy)(const Slice*),
                      Call call) {
  const auto text_of = [&](const Slice* value) {
    Image image;
    (image.*add)(value);
    return image.text();
  };
  const Slice* before = values.back();
  for (std::size_t i = 0; i < values.size(); ++i) {
    Var second = copy(before);
    Var third = copy(values[i]);  // one of fixed length must be there, to be written to
    const Var result = call(values[i], second, third);
    require_turned(text_of(values[i]), text_of(before), text_of(result.in()), text_of(second.in()),
                   text_of(third.in()), i);
    before = values[i];
  }
}

void grids(Echo_ptr echo) {
  const Grid zeros = {}, full = {{1, 2, 3}, {-4, -5, std::numeric_limits<CORBA::Long>::min()}};
  arrays_come_back<Grid_var, Grid_slice>(
      {zeros, full}, &Image::add_grid,
      [](const Grid_slice* value) { return Grid_var(Grid_dup(value)); },
      [&](const Grid_slice* first, Grid_var& second, Grid_var& third) {
        return Grid_var(echo->echo_grid(first, second.inout(), third.out()));
      });
}

void text_grids(Echo_ptr echo) {
  TextGrid none, full;
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column) none[row][column] = full[row][column] = "";
  full[0][0] = "a";
  full[1][0] = "bc";
  full[1][1] = "def";
  arrays_come_back<TextGrid_var, TextGrid_slice>(
      {none, full}, &Image::add_text_grid,
      [](const TextGrid_slice* value) { return TextGrid_var(TextGrid_dup(value)); },
      [&](const TextGrid_slice* first, TextGrid_var& second, TextGrid_var& third) {
        return TextGrid_var(echo->echo_text_grid(first, second.inout(), third.out()));
      });
}

void wide_pairs(Echo_ptr echo) {
  const WidePair zeros = {}, full = {0x20ac, L'a'};
  arrays_come_back<WidePair_var, WidePair_slice>(
      {zeros, full}, &Image::add_wide_pair,
      [](const WidePair_slice* value) { return WidePair_var(WidePair_dup(value)); },
      [&](const WidePair_slice* first, WidePair_var& second, WidePair_var& third) {
        return WidePair_var(echo->echo_wide_pair(first, second.inout(), third.out()));
      });
}

std::vector<ShortLongs> short_longs() {
  return {ShortLongs(), sequence_of<ShortLongs>(std::vector<CORBA::Long>{1, -2, 3, -4, 5})};
}

std::vector<LongDoubles> sequences_of_long_double() {
  return {LongDoubles(), sequence_of<LongDoubles>(long_doubles())};
}

std::vector<WideChars> sequences_of_wide_characters() {
  return {WideChars(), sequence_of<WideChars>(wide_characters())};
}

std::vector<WideTexts> sequences_of_wide_texts() { return {WideTexts(), many_wide_texts()}; }

std::vector<Tree> trees() { return {tree_of(0), tree_of(12)}; }

std::vector<Everything> structs_of_everything() { return {nothing_in_it(), everything()}; }

void long_doubles_alone(Echo_ptr echo) {
  const auto values = long_doubles();
  CORBA::LongDouble before = values.back();
  for (std::size_t i = 0; i < values.size(); ++i) {
    CORBA::LongDouble second = before, third = 0;
    const CORBA::LongDouble result = echo->echo_long_double(values[i], second, third);
    require_turned(image(values[i]), image(before), image(result), image(second), image(third), i);
    before = values[i];
  }
}

}  // namespace

std::vector<TypeCase> collection_cases() {
  return {
      {"long_double", long_doubles_alone},
      PEER_TURNED("bounded_sequence", ShortLongs, echo_short_longs, short_longs()),
      PEER_TURNED("bounded_sequence_of_bounded_string", ShortTexts, echo_short_texts,
                  short_texts()),
      {"array", grids},
      {"array_of_string", text_grids},
      PEER_TURNED("sequence_of_long_double", LongDoubles, echo_long_doubles,
                  sequences_of_long_double()),
      PEER_TURNED("sequence_of_wchar", WideChars, echo_wide_chars, sequences_of_wide_characters()),
      PEER_TURNED("sequence_of_wstring", WideTexts, echo_wide_texts, sequences_of_wide_texts()),
      {"array_of_wchar", wide_pairs},
      PEER_TURNED("recursive_struct", Tree, echo_tree, trees()),
      PEER_TURNED("everything", Everything, echo_everything, structs_of_everything()),
  };
}

}  // namespace peer
