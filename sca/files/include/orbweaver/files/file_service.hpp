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

/// The limits of a file system. A client beyond a limit gets the exception beside it.
struct FileLimits {
  std::size_t open_files = 1000;             // FileException, CF_EMFILE
  std::size_t open_files_of_a_client = 500;  // of one connection: the same
  /// Additional files for serve_for_own_work() and serve_for_loading(), when clients have used up
  /// theirs.
  std::size_t reserve = 100;
  std::size_t loaded_by_one = 25;  // by serve_for_loading(), for each connection: CF_EMFILE
  /// When all files are open and a client opens another one, the file that has been without a call
  /// longest is closed: first a file whose client has left, if it is unused for the shorter time;
  /// else any file that is unused for the longer time.
  Nanoseconds return_of_its_client = std::chrono::seconds{5};
  Nanoseconds idle = std::chrono::minutes{10};
  /// A file is closed when its client's connection has ended and no call came for this time, at the
  /// next open. The time is for clients that close idle connections and come back.
  Nanoseconds after_its_client = std::chrono::minutes{5};
  /// The most bytes of one read. A longer read gets IOException with CF_EMSGSIZE, since a short
  /// answer would mean the end of the file. The size of a message limits writes.
  std::uint32_t read_bytes = std::uint32_t{32} << 20;
};

/// How a file manager treats mounted file systems, which may be of other processes.
struct MountLimits {
  std::size_t most_of_clients = 256;  // mount: CORBA::IMP_LIMIT
  /// The time limit for each call of a mount. Beyond it: FileException, CF_ETIMEDOUT; for `exists`,
  /// which raises none, CORBA::NO_RESPONSE.
  Nanoseconds call_timeout = std::chrono::seconds{5};
  /// After a call has timed out, further calls of the mount raise the same exception at once for
  /// this time; then one call tries the mount again. A mount whose client has left, and that cannot
  /// be reached for this time, is removed.
  Nanoseconds silence = std::chrono::seconds{5};
};

/// Serves the folder. The object, and one for each open file, are in a child of the root POA. The
/// ORB serves from now on. Requests for one file system run at the same time.
[[nodiscard]] IDL::traits<CF::FileSystem>::ref_type serve_file_system(
    const std::shared_ptr<CORBA::ORB>& orb, RootFolder root, const FileLimits& limits = {},
    Changes changes = Changes::allowed);

/// Serves a file manager without mounts.
/// If a mount leads back to the manager through other managers of Orbweaver, its calls get
/// FileException with CF_EDEADLK. `query` leaves such a mount out, and one that does not answer. A
/// client's mount is removed when the client's connection has ended and the file system could not
/// be reached for the time of `silence`.
/// `copy` within a mount of another process is carried out here, piece by piece, so that each call
/// has a limit. As between two mounts, it does not keep whether the file is executable.
[[nodiscard]] IDL::traits<CF::FileManager>::ref_type serve_file_manager(
    const std::shared_ptr<CORBA::ORB>& orb, const MountLimits& limits = {});

/// Makes another object for the same file manager, for the program's own work. It can open files
/// when clients have used up theirs. No client can unmount what it mounted. No other process must
/// get the reference; its object key cannot be guessed. Throws BAD_PARAM for a manager of another
/// program, NO_RESOURCES if the system gives no random octets.
[[nodiscard]] IDL::traits<CF::FileManager>::ref_type serve_for_own_work(
    const std::shared_ptr<CORBA::ORB>& orb, const IDL::traits<CF::FileManager>::ref_type& manager);

/// Makes another object for the same file manager, from which devices of other processes load. It
/// opens files for reading only: a change of a file raises FileException with CF_EROFS, `mount` and
/// `unmount` raise CORBA::NO_PERMISSION. Throws as serve_for_own_work().
[[nodiscard]] IDL::traits<CF::FileManager>::ref_type serve_for_loading(
    const std::shared_ptr<CORBA::ORB>& orb, const IDL::traits<CF::FileManager>::ref_type& manager);

/// Deactivates the object of serve_file_system() or serve_file_manager(). Open files stay open.
void withdraw(const std::shared_ptr<CORBA::ORB>& orb,
              const IDL::traits<CF::FileSystem>::ref_type& files);

}  // namespace orbweaver::files
