// SPDX-License-Identifier: Apache-2.0
// Owns an object of liquid-dsp.
#pragma once

#include <complex>  // before liquid.h, which then takes std::complex for its complex type

#include <liquid/liquid.h>

#include <memory>
#include <type_traits>

namespace orbweaver::fm {

template <auto Destroy>
struct LiquidDestroyer {
  template <class Object>
  void operator()(Object* object) const {
    Destroy(object);
  }
};

/// `Handle` is liquid's typedef of a pointer, `Destroy` the function that ends its object.
template <class Handle, auto Destroy>
using LiquidObject = std::unique_ptr<std::remove_pointer_t<Handle>, LiquidDestroyer<Destroy>>;

}  // namespace orbweaver::fm
