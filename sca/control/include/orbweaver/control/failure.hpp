// SPDX-License-Identifier: Apache-2.0
// Why a verb was not carried out: what, where, and how to fix it, in one readable line, and in
// parts for programs.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::control {

struct VerbFailure {
  enum class Kind {
    failed,
    wrong_usage,
    no_such_device,  // of those that are there now
  };
  std::string what;         // was tried: "install /waveforms/fm.sad.xml"
  std::string cause;        // one clause
  std::string remedy;       // one clause; may be empty
  std::string exception{};  // of CORBA or CF: "CreateApplicationError"; empty: there was none
  std::string number{};     // its CF::ErrorNumberType: "CF_EINVAL"; empty: it has none
  std::vector<std::string> ids{};  // what it names: properties, or components
  Kind kind = Kind::failed;
};

/// "install /fm.sad.xml: ApplicationInstallationError (CF_ENOENT): no such file; ...": whatever a
/// peer says, it is one line without control characters.
[[nodiscard]] std::string line_of(const VerbFailure& failure);

/// The failure that an exception of CORBA or CF stands for, with a remedy. Threads: any.
[[nodiscard]] VerbFailure failure_of(const std::string& what, const CORBA::Exception& exception);

/// How every verb fails.
class Failed : public std::exception {
 public:
  explicit Failed(VerbFailure failure) : failure_(std::move(failure)), line_(line_of(failure_)) {}
  [[nodiscard]] const VerbFailure& failure() const noexcept { return failure_; }
  [[nodiscard]] const char* what() const noexcept override { return line_.c_str(); }

 private:
  VerbFailure failure_;
  std::string line_;
};

/// Returns the result of `call`. Throws Failed in place of a CORBA exception of it.
template <class Call>
decltype(auto) attempt(const std::string& what, Call call) {
  try {
    return call();
  } catch (const CORBA::Exception& exception) {
    throw Failed(failure_of(what, exception));
  }
}

/// Throws Failed: the words of the user mean nothing in this domain.
[[noreturn]] inline void fail(std::string what, std::string cause, std::string remedy = {}) {
  throw Failed({std::move(what), std::move(cause), std::move(remedy)});
}
/// Throws Failed: the words of the user mean nothing at all.
[[noreturn]] inline void refuse(std::string what, std::string cause, std::string remedy = {}) {
  VerbFailure failure{std::move(what), std::move(cause), std::move(remedy)};
  failure.kind = VerbFailure::Kind::wrong_usage;
  throw Failed(std::move(failure));
}

}  // namespace orbweaver::control
