// SPDX-License-Identifier: Apache-2.0
// The factories that receive value types: one table for the process, because types are the
// process's, and because an Any may be opened when its ORB is gone. Threads: any.
#pragma once
#include <orbweaver/corba/value.hpp>

#include <string_view>

namespace orbweaver::corba {

using ValueFactory = CORBA::valuefactory_reference<CORBA::ValueFactoryBase>;

/// Null removes it. Returns what was there before.
ValueFactory exchange_value_factory(std::string_view id, ValueFactory factory);
/// Null if there is none.
[[nodiscard]] ValueFactory find_value_factory(std::string_view id);

}  // namespace orbweaver::corba
