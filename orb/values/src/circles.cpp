// SPDX-License-Identifier: Apache-2.0
#include "circles.hpp"

#include <orbweaver/corba/value.hpp>

#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

namespace orbweaver::corba {

namespace {

using Owners = cdr::ValueWriter::Owners;

CORBA::ValueBase& value_of(const std::shared_ptr<void>& object) noexcept {
  return *static_cast<CORBA::ValueBase*>(object.get());
}

// A state that is read from nothing refers to nothing.
void drop_state(CORBA::ValueBase& value) {
  cdr::Decoder nothing{Bytes{}};
  nothing.fail(cdr::DecodeError::truncated);
  value._decode_state(nothing);
}

// The values that `value` refers to, once for each reference. A state that cannot be written gives
// fewer; what it refers to then counts as held by the program.
Owners references_of(const CORBA::ValueBase& value) {
  Owners found;
  cdr::Encoder state;
  state.set_code_sets({.wide = cdr::WideForm::counted});
  const cdr::ValueWriter finder{state, found};
  value._encode_state(state);
  return found;
}

// If a value has more references than the other values hold, the program holds the value, and all
// values that it leads to. The first pass counts the references as they were read, so that it does
// not touch a value that the servant has given to another thread. The program may still hold one of
// the rest, if the servant has changed the values: so the second pass counts the references in the
// states.
class Circles {
 public:
  explicit Circles(const cdr::ValueReader::KeptValues& values)
      : values_(values), nodes_(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i) index_.emplace(values[i].object.get(), i);
  }

  void take_apart() {
    for (std::size_t i = 0; i < values_.size(); ++i)
      for (const void* const to : values_[i].references) note_reference(i, to);
    mark_held();
    for (auto& node : nodes_) node.forget_references();
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (!nodes_[i].is_held)
        for (const auto& to : references_of(value_of(values_[i].object)))
          note_reference(i, to.get());
    mark_held();
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (!nodes_[i].is_held) drop_state(value_of(values_[i].object));
  }

 private:
  struct Node {
    long references = 0;  // that the other values hold
    std::vector<std::size_t> leads_to;
    bool is_held = false;

    void forget_references() noexcept {
      references = 0;
      leads_to.clear();
    }
  };

  void note_reference(std::size_t from, const void* to) {
    const auto found = index_.find(to);
    if (found == index_.end()) return;
    ++nodes_[found->second].references;
    nodes_[from].leads_to.push_back(found->second);
  }
  void mark_held() {
    constexpr long kOfTheList = 1;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i].object.use_count() > kOfTheList + nodes_[i].references) mark_from(i);
  }
  void mark_from(std::size_t first) {
    std::vector<std::size_t> ahead{first};
    while (!ahead.empty()) {
      Node& node = nodes_[ahead.back()];
      ahead.pop_back();
      if (std::exchange(node.is_held, true)) continue;
      ahead.insert(ahead.end(), node.leads_to.begin(), node.leads_to.end());
    }
  }

  const cdr::ValueReader::KeptValues& values_;
  std::vector<Node> nodes_;
  std::unordered_map<const void*, std::size_t> index_;
};

}  // namespace

// Without memory the circle is not freed.
void release_circles(const cdr::ValueReader::KeptValues& values,
                     cdr::ValueReader::Outcome outcome) noexcept try {
  if (outcome == cdr::ValueReader::Outcome::delivered) return Circles{values}.take_apart();
  for (const auto& value : values) drop_state(value_of(value.object));
} catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): see above
}

void take_apart(const std::shared_ptr<CORBA::ValueBase>& value) {
  Owners all;
  if (value) all.push_back(value);
  std::unordered_map<const void*, bool> seen;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::exchange(seen[all[i].get()], true)) continue;
    for (auto& reference : references_of(value_of(all[i])))
      if (!seen.contains(reference.get())) all.push_back(std::move(reference));
  }
  for (const auto& entry : all) drop_state(value_of(entry));
}

}  // namespace orbweaver::corba
