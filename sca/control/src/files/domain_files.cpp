// SPDX-License-Identifier: Apache-2.0
#include "domain_files.hpp"

#include <orbweaver/control/failure.hpp>
#include <orbweaver/files/file_transfer.hpp>
#include <orbweaver/profile/profile.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>

namespace orbweaver::control {

namespace {

namespace fs = std::filesystem;

std::ifstream open(const fs::path& local) {
  errno = 0;
  std::ifstream file(local, std::ios::binary);
  if (!file) fail("read " + local.string(), std::strerror(errno));
  return file;
}

/// Reads the next piece of the local file; empty at its end. Throws Failed.
std::vector<char> next_piece(std::ifstream& file, const fs::path& local, std::size_t most) {
  std::vector<char> piece(most);
  file.read(piece.data(), static_cast<std::streamsize>(most));
  if (file.bad()) fail("read " + local.string(), std::strerror(errno));
  piece.resize(static_cast<std::size_t>(file.gcount()));
  return piece;
}

/// Ends a comparison at the first difference.
struct Differs : std::exception {};

void write_pieces(CF::File& to, std::ifstream& from, const fs::path& local) {
  while (true) {
    const auto piece = next_piece(from, local, files::kPieceBytes);
    if (piece.empty()) return;
    to.write(CF::OctetSequence(piece.begin(), piece.end()));
  }
}

/// Removes a partly written file. A failure of this is ignored, as the failure of the write is
/// reported.
void drop(CF::FileSystem& files, CF::File& file, const std::string& name) {
  try {
    file.close();
  } catch (const CORBA::Exception&) {
  }
  try {
    files.remove(name);
  } catch (const CORBA::Exception&) {
  }
}

CORBA::object_reference<CF::File> create(CF::FileSystem& files, const std::string& name) {
  if (files.exists(name)) files.remove(name);
  auto file = files.create(name);
  if (!file) fail("write " + name + " of the domain", "its file system gave no file");
  return file;
}

}  // namespace

DomainFiles files_of(const Domain& domain) {
  const auto files = attempt("ask for the file manager", [&] { return domain.manager->fileMgr(); });
  if (!files) fail("ask for the file manager", "the domain has none");
  return DomainFiles{files};
}

bool DomainFiles::exists(const std::string& name) const {
  return attempt("look for " + name + " in the domain", [&] { return files_->exists(name); });
}

bool DomainFiles::is_same(const std::string& name, const fs::path& local) const {
  auto file = open(local);
  const auto compare = [&](Bytes piece) {
    const auto other = next_piece(file, local, piece.size());
    if (!std::ranges::equal(as_text(piece), other)) throw Differs{};
  };
  try {
    attempt("compare " + name + " of the domain",
            [&] { files::read_pieces(*files_, name, compare); });
  } catch (const Differs&) {
    return false;
  }
  return next_piece(file, local, 1).empty();
}

void DomainFiles::copy(const fs::path& local, const std::string& name) const {
  auto from = open(local);
  attempt("copy " + local.string() + " to " + name + " of the domain", [&] {
    const auto to = create(*files_, name);
    try {
      write_pieces(*to, from, local);
      to->close();
    } catch (...) {
      drop(*files_, *to, name);
      throw;
    }
  });
}

void DomainFiles::write(const std::string& name, const std::string& text) const {
  attempt("write " + name + " of the domain",
          [&] { files::write_whole(*files_, name, as_bytes(text)); });
}

std::string DomainFiles::read(const std::string& name) const {
  return attempt("read " + name + " of the domain",
                 [&] { return files::read_whole(*files_, name, profile::ReadLimits{}.bytes); });
}

std::vector<std::string> DomainFiles::missing_folders(const std::string& name) const {
  std::vector<std::string> missing;
  for (auto folder = fs::path{name}.parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (exists(folder.generic_string())) break;
    missing.push_back(folder.generic_string());
  }
  std::ranges::reverse(missing);
  return missing;
}

void DomainFiles::make_folder(const std::string& name) const {
  attempt("make the folder " + name + " in the domain", [&] { files_->mkdir(name); });
}

void DomainFiles::remove(const std::string& name) const {
  attempt("remove " + name + " of the domain", [&] {
    if (files_->exists(name)) files_->remove(name);
  });
}

bool DomainFiles::remove_empty_folder(const std::string& name) const {
  return attempt("remove the folder " + name + " of the domain", [&] {
    if (!files_->exists(name)) return true;
    // Some file systems remove a folder that has entries: look first.
    if (!files_->list(name + "/*").empty()) return false;
    files_->rmdir(name);
    return true;
  });
}

}  // namespace orbweaver::control
