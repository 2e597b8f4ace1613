// SPDX-License-Identifier: Apache-2.0
#include "tls_files.hpp"

#include <orbweaver/base/log.hpp>

#include <mutex>
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
  auto contexts = make_contexts(settings_, contexts_->generation + 1);
  if (!contexts) {
    log_failure(std::move(contexts.error()));
    return contexts_;
  }
  contexts_ = std::make_shared<const Contexts>(std::move(*contexts));
  stamps_ = std::move(found);  // last: what failed for a reason that passes is tried again
  failure_.clear();
  log().info("TLS: new connections use the certificates that were changed");
  return contexts_;
}

// Requires: mutex_ held.
void TlsFiles::log_failure(std::string why) {
  if (why == failure_) return;
  failure_ = std::move(why);
  log().error("TLS: the earlier certificates stay in use: {}", failure_);
}

// Zeros for a file that is not there.
TlsFiles::Stamps TlsFiles::stamps() const {
  Stamps stamps;
  for (const auto* const path : {&settings_.certificate, &settings_.key, &settings_.passphrase,
                                 &settings_.authorities, &settings_.revoked})
    stamps.push_back(os::stamp_of(*path).value_or(os::FileStamp{}));
  return stamps;
}

}  // namespace orbweaver::tls
