// CF::FileSystem and CF::FileManager as objects of an ORB. SCA 2.2.2, 3.1.3.4.
//
//   auto dom = RootFolder::open("/sdr/dom").value();
//   auto files = files::serve_file_system(orb, std::move(dom));
//   auto manager = files::serve_file_manager(orb);
//   manager->mount("/", files);
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/files/root_folder.hpp>
#include <orbweaver/generated/sca/CF/FileManager.hpp>

#include <cstdint>
#include <memory>

namespace orbweaver::files {

/// What clients may take of a file system. Beyond it they get the exception that is named.
struct FileLimits {
  std::size_t open_files = 1000;  // FileException, CF_EMFILE
  /// Of one read; a longer one gets IOException, CF_EMSGSIZE, as a short answer means the file's
  /// end. What one message may hold bounds writes.
  std::uint32_t read_bytes = std::uint32_t{32} << 20;
};

/// Serves the folder. The object, and one for each open file, live in a child of the root POA; the
/// ORB serves from now on. Requests for one file system run side by side.
[[nodiscard]] IDL::traits<CF::FileSystem>::ref_type serve_file_system(
    const std::shared_ptr<CORBA::ORB>& orb, RootFolder root, const FileLimits& limits = {});

/// Serves a file manager without mounts.
[[nodiscard]] IDL::traits<CF::FileManager>::ref_type serve_file_manager(
    const std::shared_ptr<CORBA::ORB>& orb);

/// Serves the object of one of the two functions above no longer. Files that are open stay so.
void withdraw(const std::shared_ptr<CORBA::ORB>& orb,
              const IDL::traits<CF::FileSystem>::ref_type& files);

}  // namespace orbweaver::files
