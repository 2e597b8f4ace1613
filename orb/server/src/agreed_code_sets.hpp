// How the texts in the requests of one connection travel. CORBA 3.3 Part 2, 7.10.2.6: what the
// first request says holds for the connection.
#pragma once
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/request.hpp>

#include <optional>

namespace orbweaver::server {

/// The reader's own.
class AgreedCodeSets {
 public:
  /// Before each request. False if its client and this server have none in common.
  [[nodiscard]] bool take(const giop::RequestHeader& header, giop::NativeText native) {
    if (header.contexts.size() != 0 && !agreed_) {
      const auto data = header.contexts.find(giop::kContextCodeSets);
      if (data) agreed_ = giop::read_code_sets_context(*data);
    } else if (header.version == version_) {
      return true;
    }
    const auto forms = agreed_ ? giop::forms_of(*agreed_, native, header.version)
                               : std::optional{giop::forms_without_agreement(header.version)};
    if (!forms) return false;
    forms_ = *forms;
    version_ = header.version;
    return true;
  }
  [[nodiscard]] cdr::CodeSets forms() const noexcept { return forms_; }

 private:
  std::optional<giop::TransmissionCodeSets> agreed_;
  cdr::CodeSets forms_;
  giop::Version version_;  // that forms_ are for
};

}  // namespace orbweaver::server
