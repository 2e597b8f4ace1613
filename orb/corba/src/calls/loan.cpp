// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/loan.hpp>

#include <orbweaver/client/reference.hpp>

#include <new>

namespace orbweaver::corba {

static_assert(kLoanBegin == client::Reference::kLoanHeadroom);

Chunk loan_memory(const CORBA::Object& target, std::size_t size) {
  if (size > SIZE_MAX - kLoanBegin) throw std::bad_alloc{};
  const auto& reference = StubFactory::reference_of(target);
  return reference ? reference->loan(size) : Chunk::of_size(kLoanBegin + size);
}

}  // namespace orbweaver::corba
