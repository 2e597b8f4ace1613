// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/value_copy.hpp>

#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace orbweaver::corba {

ValueCopy::ValueCopy(const CORBA::Object& target, CORBA::CompletionStatus completed)
    : orb_(engine::orb_of(*shared_reference_of(target, "_copy")).weak_from_this()),
      completed_(completed),
      bytes_(std::make_shared<cdr::Encoder>()) {}

void ValueCopy::check_written() const {
  if (!bytes_->ok()) throw_unwritable(*bytes_->error(), completed_);
}

cdr::Decoder ValueCopy::reader(engine::OrbCore* orb) const {
  cdr::Decoder decoder{bytes_->bytes()};
  decoder.set_context(orb);
  if (orb != nullptr) decoder.set_limits(orb->options().decode_limits);
  return decoder;
}

void ValueCopy::check_read(cdr::Decoder& decoder) const {
  if (!decoder.expect_end())
    throw_unreadable(decoder, completed_, "the values of a collocated call");
}

}  // namespace orbweaver::corba
