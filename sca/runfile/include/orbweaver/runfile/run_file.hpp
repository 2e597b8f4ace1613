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
/// Like publish(). If a domain of this name runs, the entry gets the first free name of NAME_2,
/// NAME_3 and so on.
[[nodiscard]] Result<PublishedRun, std::string> publish_run(const std::filesystem::path& folder,
                                                            DomainEntry run);

/// Like running_domains(), without the domains of `orbweaver run`. The others take nodes, and go on
/// when they have no application.
[[nodiscard]] std::vector<DomainEntry> running_services(const std::filesystem::path& folder);

}  // namespace orbweaver::runfile
