// SPDX-License-Identifier: Apache-2.0
// The command line of a component's program, as a device's execute writes it: pairs of an id and a
// value. SCA 2.2.2, 3.1.3.2.2: NAMING_CONTEXT_IOR, NAME_BINDING and COMPONENT_IDENTIFIER, and the
// execute parameters of the profiles. PROFILE_NAME is REDHAWK's. No CORBA.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::resource {

/// Remembers that something has happened. A copy begins with the state of that moment. Threads:
/// any.
class Mark {
 public:
  Mark() = default;
  /// Both copy whether it is set now.
  Mark(const Mark& other) noexcept : is_set_(other.is_set()) {}
  Mark& operator=(const Mark& other) noexcept {
    is_set_.store(other.is_set(), std::memory_order_relaxed);
    return *this;
  }
  // relaxed: it says nothing of other memory
  /// Sets it, for good.
  void set() noexcept { is_set_.store(true, std::memory_order_relaxed); }
  /// Whether set() was called on this one, or before the copy.
  [[nodiscard]] bool is_set() const noexcept { return is_set_.load(std::memory_order_relaxed); }

 private:
  os::Atomic<bool> is_set_{false};
};

/// A pair of the command line.
struct ExecParameter {
  std::string id;               ///< the given id, without dashes before it
  std::string value;            ///< the given value; may be empty
  mutable Mark was_found = {};  ///< Arguments::find() has found it
  friend bool operator==(const ExecParameter& a, const ExecParameter& b) {
    return a.id == b.id && a.value == b.value;
  }
};

/// The arguments that a device gave to the program.
struct Arguments {
  std::string naming_context;  ///< a reference as text; empty: the component is bound nowhere
  std::string name_binding;    ///< the name to bind; empty only if naming_context is
  std::string identifier;      ///< never empty
  std::string profile;         ///< may be empty
  /// All other parameters, in the order in which they came, also those that no profile has.
  std::vector<ExecParameter> parameters;

  /// The value of the parameter; null if there is none. The last one counts. Threads: any. A
  /// parameter that a component asks for has an effect: see lost_parameters().
  [[nodiscard]] const std::string* find(std::string_view id) const;
};

/// `words`: the command line without the program's name. An id may have dashes before it, as some
/// frameworks write them: "-NAME_BINDING" is NAME_BINDING.
/// Fails with one line: an id without a value, one of the standard's ids twice or with an empty
/// value, COMPONENT_IDENTIFIER missing, NAMING_CONTEXT_IOR without NAME_BINDING or the other way.
[[nodiscard]] Result<Arguments, std::string> parse_arguments(std::span<const std::string> words);

}  // namespace orbweaver::resource
