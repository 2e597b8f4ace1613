// SPDX-License-Identifier: Apache-2.0
#include "tls_files.hpp"

#include <orbweaver/base/log.hpp>

#include <mutex>
#include <system_error>
#include <utility>

#include "contexts.hpp"

namespace orbweaver::tls {

namespace {

Result<Contexts, std::string> make_contexts(const security::TlsSettings& settings,
                                            unsigned generation) {
  Contexts contexts;
  contexts.generation = generation;
  if (!settings.certificate.empty()) {
    auto server = make_server_context(settings);
    if (!server) return unexpected{std::move(server.error())};
    contexts.server = std::move(*server);
  }
  if (!settings.authorities.empty()) {
    auto client = make_client_context(settings);
    if (!client) return unexpected{std::move(client.error())};
    contexts.client = std::move(*client);
  }
  return contexts;
}

}  // namespace

Result<std::unique_ptr<TlsFiles>, std::string> TlsFiles::read(
    const security::TlsSettings& settings) {
  std::unique_ptr<TlsFiles> files{new TlsFiles(settings)};
  files->stamps_ = files->stamps();  // first: a change from now on is seen
  auto contexts = make_contexts(settings, 0);
  if (!contexts) return unexpected{std::move(contexts.error())};
  files->contexts_ = std::make_shared<const Contexts>(std::move(*contexts));
  return files;
}

std::shared_ptr<const Contexts> TlsFiles::current() {
  const std::lock_guard lock(mutex_);
  auto found = stamps();
  if (found == stamps_) return contexts_;
  stamps_ = std::move(found);
  auto contexts = make_contexts(settings_, contexts_->generation + 1);
  if (contexts) {
    contexts_ = std::make_shared<const Contexts>(std::move(*contexts));
    log().info("TLS: new connections use the certificates that were changed");
  } else {
    log().error("TLS: the earlier certificates stay in use: {}", contexts.error());
  }
  return contexts_;
}

TlsFiles::Stamps TlsFiles::stamps() const {
  return {stamp_of(settings_.certificate), stamp_of(settings_.key), stamp_of(settings_.passphrase),
          stamp_of(settings_.authorities), stamp_of(settings_.revoked)};
}

// All zero for a file that is not there.
TlsFiles::Stamp TlsFiles::stamp_of(const std::string& path) noexcept {
  std::error_code failure;
  Stamp stamp{std::filesystem::last_write_time(path, failure), 0};
  if (failure) return {};
  stamp.size = std::filesystem::file_size(path, failure);  // of a folder: fails, and says nothing
  return failure ? Stamp{stamp.changed, 0} : stamp;
}

}  // namespace orbweaver::tls
