// SPDX-License-Identifier: Apache-2.0
// The contexts of OpenSSL, made from the files of the settings, and made anew when a file changes.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/security/tls_settings.hpp>

#include <cstdint>
#include <filesystem>
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
  /// the earlier contexts stay, and the log says so once for each change.
  /// Blocks: for files.
  [[nodiscard]] std::shared_ptr<const Contexts> current();

 private:
  /// Differs between two versions of a file.
  struct Stamp {
    std::filesystem::file_time_type changed;
    std::uintmax_t size = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  using Stamps = std::vector<Stamp>;

  explicit TlsFiles(security::TlsSettings settings) : settings_(std::move(settings)) {}
  [[nodiscard]] Stamps stamps() const;
  static Stamp stamp_of(const std::string& path) noexcept;

  const security::TlsSettings settings_;
  os::Mutex mutex_;
  Stamps stamps_;  // requires mutex_, as all below
  std::shared_ptr<const Contexts> contexts_;
};

}  // namespace orbweaver::tls
