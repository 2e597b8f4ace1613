// SPDX-License-Identifier: Apache-2.0
// References to objects and values in texts, and which codec they have in messages.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/checked_reference.hpp>
#include <orbweaver/corba/text.hpp>

#include <memory>

namespace orbweaver::corba {

// Not inline: where the type is only declared, generated code leaves it to the source that defines
// it, which instantiates this template.

/// References as text: "<Radio::Device>", or "nil".
template <class Target>
struct ReferenceText {
  static void put(TextWriter& writer, const CheckedReference<Target>& reference);
};
template <class Target>
void ReferenceText<Target>::put(TextWriter& writer, const CheckedReference<Target>& reference) {
  if (!reference) return writer.raw("nil");
  writer.raw("<");
  if constexpr (requires { Target::_id; })
    writer.type_name(Target::_id);
  else
    writer.raw("reference");
  writer.raw(">");
}

}  // namespace orbweaver::corba

template <class Target>
struct orbweaver::corba::TextForm<orbweaver::corba::CheckedReference<Target>>
    : orbweaver::corba::ReferenceText<Target> {};

template <class Target>
struct orbweaver::cdr::Codec<orbweaver::corba::CheckedReference<Target>>
    : orbweaver::cdr::Codec<std::shared_ptr<Target>> {};
