// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/failure.hpp>
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include "plain_line.hpp"

namespace orbweaver::control {

Report forget(const Domain& domain, const std::string& id) {
  CORBA::Any value;
  value <<= id;
  attempt("forget '" + id + "'", [&] {
    domain.manager->configure({CF::DataType{resource::kForgetLossId, std::move(value)}});
  });
  return {{{"identifier", id}, {"done", "forgotten"}}, plain("forgotten " + id) + "\n"};
}

}  // namespace orbweaver::control
