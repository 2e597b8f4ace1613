// SPDX-License-Identifier: Apache-2.0
// The contexts of OpenSSL, made from the files of the settings, and made anew when a file changes.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/security/tls_settings.hpp>

#include <memory>
#include <string>
#include <vector>

#include "openssl.hpp"

namespace orbweaver::tls {

/// Either is null if the settings have no files for it.
struct Contexts {
  ContextPtr server;  // needs a certificate
  ContextPtr client;  // needs trusted authorities
  /// Differs from that of earlier files: sessions belong to one generation.
  unsigned generation = 0;
};

/// Threads: any.
class TlsFiles {
 public:
  /// Fails: one readable line, which names the file.
  [[nodiscard]] static Result<std::unique_ptr<TlsFiles>, std::string> read(
      const security::TlsSettings& settings);

  /// The contexts for a new connection. Reads the files if one of them has changed; if that fails,
  /// the earlier contexts stay, the log says why, once for each reason, and the next call tries
  /// again. Blocks: for files.
  [[nodiscard]] std::shared_ptr<const Contexts> current();

 private:
  using Stamps = std::vector<os::FileStamp>;

  explicit TlsFiles(security::TlsSettings settings) : settings_(std::move(settings)) {}
  [[nodiscard]] Stamps stamps() const;
  void log_failure(std::string why);

  const security::TlsSettings settings_;
  os::Mutex mutex_;
  Stamps stamps_;        // of the files of the contexts; requires mutex_, as all below
  std::string failure_;  // why the files could not be read, as the log has it
  std::shared_ptr<const Contexts> contexts_;
};

}  // namespace orbweaver::tls
