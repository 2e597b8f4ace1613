// SPDX-License-Identifier: Apache-2.0
// Domains that live as long as one run of an application. An operator's command finds them as it
// finds others.
#pragma once
#include <orbweaver/runfile/domain_file.hpp>

namespace orbweaver::runfile {

struct PublishedRun {
  os::ClaimedFile file;
  std::string name;  // as in the file
};
/// As publish(). If a domain of this name runs, the entry has the first free one of NAME_2, NAME_3
/// and so on.
[[nodiscard]] Result<PublishedRun, std::string> publish_run(const std::filesystem::path& folder,
                                                            DomainEntry run);

/// As running_domains(), but without the domains of `orbweaver run`. These other domains take
/// nodes, and go on when they have no application.
[[nodiscard]] std::vector<DomainEntry> running_services(const std::filesystem::path& folder);

}  // namespace orbweaver::runfile
