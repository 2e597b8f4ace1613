// SPDX-License-Identifier: Apache-2.0
// CF::FileSystem and CF::FileManager as objects of an ORB. SCA 2.2.2, 3.1.3.4.
//
//   auto dom = RootFolder::open("/sdr/dom").value();
//   auto files = files::serve_file_system(orb, std::move(dom));
//   auto manager = files::serve_file_manager(orb);
//   manager->mount("/", files);
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/files/root_folder.hpp>
#include <orbweaver/generated/sca/CF/FileManager.hpp>

#include <cstdint>
#include <memory>

namespace orbweaver::files {

/// Whether clients may change a file system: write, create, remove, copy, make folders.
enum class Changes { allowed, refused };  // refused: FileException, CF_EROFS

/// The limits of a file system. Clients that ask for more get the exception that is named.
struct FileLimits {
  std::size_t open_files = 1000;             // FileException, CF_EMFILE
  std::size_t open_files_of_a_client = 500;  // of one connection: the same
  /// More files for serve_for_own_work() and serve_for_loading(), when clients have taken theirs.
  std::size_t reserve = 100;
  std::size_t loaded_by_one = 25;  // by serve_for_loading(), of one connection: the same
  /// When all are open, a client that opens another gets the slot of the one that has been without
  /// a call longest: of a client that has left, after the shorter time, or of any after the longer
  /// one.
  Nanoseconds return_of_its_client = std::chrono::seconds{5};
  Nanoseconds idle = std::chrono::minutes{10};
  /// A file ends in any case when its client's connection has ended, and so long no call came, at
  /// the next open. The time is for clients that close a connection when it is idle, and come back.
  Nanoseconds after_its_client = std::chrono::minutes{5};
  /// The most bytes of one read; a longer one gets IOException, CF_EMSGSIZE, as a short answer
  /// means the file's end. Writes are bounded by the size of a message.
  std::uint32_t read_bytes = std::uint32_t{32} << 20;
};

/// How a file manager treats what is mounted, which may be files of other processes.
struct MountLimits {
  std::size_t most_of_clients = 256;  // mount: CORBA::IMP_LIMIT
  /// The time limit for each call of a mount. Beyond it: FileException, CF_ETIMEDOUT; for `exists`,
  /// which raises none, CORBA::NO_RESPONSE.
  Nanoseconds call_timeout = std::chrono::seconds{5};
  /// For so long after a call timed out each call of a mount raises the same exception at once;
  /// then one call tries the mount again. A mount whose client has left, and that is out of reach
  /// for so long, is removed.
  Nanoseconds silence = std::chrono::seconds{5};
};

/// Serves the folder. The object, and one for each open file, live in a child of the root POA; the
/// ORB serves from now on. Requests for one file system run side by side.
[[nodiscard]] IDL::traits<CF::FileSystem>::ref_type serve_file_system(
    const std::shared_ptr<CORBA::ORB>& orb, RootFolder root, const FileLimits& limits = {},
    Changes changes = Changes::allowed);

/// Serves a file manager without mounts. A mount that leads back to the manager, through other
/// managers of Orbweaver, is answered with FileException, CF_EDEADLK; `query` leaves it out, as it
/// does what does not answer. A mount of a client goes when its connection has ended and the file
/// system could not be reached for the time of `silence`. `copy` within a mount of another process
/// goes through this one, piece by piece, so that each call is bounded: as between two mounts, it
/// does not keep whether the file is executable.
[[nodiscard]] IDL::traits<CF::FileManager>::ref_type serve_file_manager(
    const std::shared_ptr<CORBA::ORB>& orb, const MountLimits& limits = {});

/// Another object for the same file manager, which opens files also when clients have opened as
/// many as they may: for the program's own work. No client can unmount what this object mounted, so
/// no other process is to have the reference, whose key no client can guess. Throws BAD_PARAM for a
/// manager of another program, NO_RESOURCES without random octets.
[[nodiscard]] IDL::traits<CF::FileManager>::ref_type serve_for_own_work(
    const std::shared_ptr<CORBA::ORB>& orb, const IDL::traits<CF::FileManager>::ref_type& manager);

/// An object of the same file manager for devices of other processes, which load files: it opens
/// files to read them, and changes nothing. FileException, CF_EROFS, for what would change a file;
/// `mount` and `unmount` raise CORBA::NO_PERMISSION. Throws as serve_for_own_work().
[[nodiscard]] IDL::traits<CF::FileManager>::ref_type serve_for_loading(
    const std::shared_ptr<CORBA::ORB>& orb, const IDL::traits<CF::FileManager>::ref_type& manager);

/// Serves the object of serve_file_system() or serve_file_manager() no longer. Files that are open
/// stay so.
void withdraw(const std::shared_ptr<CORBA::ORB>& orb,
              const IDL::traits<CF::FileSystem>::ref_type& files);

}  // namespace orbweaver::files
