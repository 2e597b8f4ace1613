// SPDX-License-Identifier: Apache-2.0
// Why a verb failed: which step, why, and how to fix it. As one readable line, and in parts for
// programs.
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
    no_such_device,  // none of the domain's present devices
  };
  std::string what;    // the step that failed: "install /waveforms/fm.sad.xml"
  std::string cause;   // one clause
  std::string remedy;  // one clause; may be empty
  // name of the CORBA or CF exception: "CreateApplicationError"; empty: none was raised
  std::string exception{};
  std::string number{};  // the exception's CF::ErrorNumberType: "CF_EINVAL"; empty: it has none
  std::vector<std::string> ids{};  // properties or components that the exception names
  Kind kind = Kind::failed;
};

/// Returns one line: "install /fm.sad.xml: ApplicationInstallationError (CF_ENOENT): no such file;
/// ...". Control characters in a peer's text are removed.
[[nodiscard]] std::string line_of(const VerbFailure& failure);

/// Converts an exception of CORBA or CF to a failure with a remedy. Threads: any.
[[nodiscard]] VerbFailure failure_of(const std::string& what, const CORBA::Exception& exception);

/// The exception that every verb throws.
class Failed : public std::exception {
 public:
  explicit Failed(VerbFailure failure) : failure_(std::move(failure)), line_(line_of(failure_)) {}
  [[nodiscard]] const VerbFailure& failure() const noexcept { return failure_; }
  [[nodiscard]] const char* what() const noexcept override { return line_.c_str(); }

 private:
  VerbFailure failure_;
  std::string line_;
};

/// Returns the result of `call`. A CORBA exception that `call` throws becomes Failed.
template <class Call>
decltype(auto) attempt(const std::string& what, Call call) {
  try {
    return call();
  } catch (const CORBA::Exception& exception) {
    throw Failed(failure_of(what, exception));
  }
}

/// Throws Failed: the user's words are well formed, but name nothing in this domain.
[[noreturn]] inline void fail(std::string what, std::string cause, std::string remedy = {}) {
  throw Failed({std::move(what), std::move(cause), std::move(remedy)});
}
/// Throws Failed: the user's words are wrong in every domain.
[[noreturn]] inline void refuse(std::string what, std::string cause, std::string remedy = {}) {
  VerbFailure failure{std::move(what), std::move(cause), std::move(remedy)};
  failure.kind = VerbFailure::Kind::wrong_usage;
  throw Failed(std::move(failure));
}

}  // namespace orbweaver::control
