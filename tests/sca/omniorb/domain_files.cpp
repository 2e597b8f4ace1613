// SPDX-License-Identifier: Apache-2.0
#include "domain_files.hpp"

#include <fstream>
#include <set>

namespace foreign {

namespace fs = std::filesystem;

std::size_t DomainFiles::copy(const fs::path& root) {
  // Sorted, so that a folder comes before what is in it.
  const std::set<fs::path> all(fs::recursive_directory_iterator(root), {});
  std::size_t copied = 0;
  for (const auto& path : all) {
    const auto name = "/" + fs::relative(path, root).string();
    if (files_->exists(name.c_str())) continue;
    const bool is_folder = fs::is_directory(path);
    if (is_folder)
      files_->mkdir(name.c_str());
    else
      copy_file(path, name);
    made_.push_back({name, is_folder});
    copied += is_folder ? 0 : 1;
  }
  return copied;
}

void DomainFiles::copy_file(const fs::path& from, const std::string& to) {
  std::ifstream in(from, std::ios::binary);
  const CF::File_var out = files_->create(to.c_str());
  CF::OctetSequence part;
  do {
    part.length(1 << 18);
    in.read(reinterpret_cast<char*>(part.get_buffer()), part.length());
    part.length(static_cast<CORBA::ULong>(in.gcount()));
    if (part.length() > 0) out->write(part);
  } while (in);
  out->close();
}

void DomainFiles::remove() {
  for (; !made_.empty(); made_.pop_back()) {
    const auto& [name, is_folder] = made_.back();
    if (is_folder)
      files_->rmdir(name.c_str());
    else
      files_->remove(name.c_str());
  }
}

}  // namespace foreign
