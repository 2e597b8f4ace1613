// SPDX-License-Identifier: Apache-2.0
#include "file.hpp"

#include <orbweaver/files/error_number.hpp>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <mutex>
#include <span>
#include <utility>

namespace orbweaver::files {

namespace {

constexpr std::uint64_t kMostOf32Bits = std::numeric_limits<std::uint32_t>::max();

}  // namespace

/// A call that has the lock. Its slot counts as used at its beginning and at its end.
class File::InUse {
 public:
  explicit InUse(File& file) : lock_(file.mutex_), file_(&file) { note(); }
  ~InUse() { note(); }

 private:
  void note() const noexcept {
    if (file_->slot_) file_->slot_->was_used();
  }
  const std::lock_guard<os::Mutex> lock_;
  const File* file_;
};

File::File(Adapter adapter, OpenFile file, std::string name, std::unique_ptr<OpenFiles::Slot> slot,
           std::uint32_t most_read)
    : adapter_(std::move(adapter)),
      name_(std::move(name)),
      most_read_(most_read),
      file_(std::move(file)),
      slot_(std::move(slot)) {}

CF::File::IOException File::io_exception(const os::SystemError& error) const {
  return CF::File::IOException{error_number_of(error.code), name_ + ": " + os::describe(error)};
}

// A number above the largest raises an exception: with a smaller number, a client that reads on
// from there would never reach the end.
std::uint32_t File::filePointer() {
  const InUse use{*this};
  if (file_.position() > kMostOf32Bits)
    throw CORBA::IMP_LIMIT(0, CORBA::CompletionStatus::COMPLETED_NO,
                           name_ +
                               ": the position is beyond 4 GiB, which filePointer cannot say; "
                               "read on to the end without it");
  return static_cast<std::uint32_t>(file_.position());
}

void File::read(CF::OctetSequence& data, std::uint32_t length) {
  const InUse use{*this};
  const auto readable = file_.readable(length);
  if (!readable) throw io_exception(readable.error());
  if (*readable > most_read_)
    throw CF::File::IOException(
        CF::ErrorNumberType::CF_EMSGSIZE,
        name_ + ": at most " + std::to_string(most_read_) + " octets can be read at once");
  data.resize(static_cast<std::size_t>(*readable));
  const auto size = file_.read(std::as_writable_bytes(std::span{data}));
  if (!size) throw io_exception(size.error());
  data.resize(*size);
}

void File::write(const CF::OctetSequence& data) {
  const InUse use{*this};
  if (const auto written = file_.write(std::as_bytes(std::span{data})); !written)
    throw io_exception(written.error());
}

std::uint32_t File::sizeOf() {
  const InUse use{*this};
  const auto size = file_.size();
  if (!size) throw file_exception(name_, size.error());
  if (*size > kMostOf32Bits) throw file_exception(name_, {EFBIG, "sizeOf"});
  return static_cast<std::uint32_t>(*size);
}

// A client that guesses the object's id may have closed the file before its reference was sent.
void File::may_end() {
  const std::lock_guard lock(mutex_);
  if (slot_) slot_->belongs_to(std::dynamic_pointer_cast<File>(shared_from_this()));
}

void File::serve_no_longer() {
  adapter_->deactivate_object(adapter_->servant_to_id(shared_from_this()));
}

// Gives back the slot here, since this thread keeps the servant for a while after the reply, and
// the client may open its next file then.
void File::close() {
  serve_no_longer();
  const std::lock_guard lock(mutex_);
  const auto closed = file_.close();
  slot_.reset();
  if (!closed) throw file_exception(name_, closed.error());
}

// A call under way has the lock, and ends first. If the client closes the file at the same time,
// the second of the two finds it closed.
void File::end_unused() noexcept try {
  serve_no_longer();
  const std::lock_guard lock(mutex_);
  (void)file_.close();
  slot_.reset();
} catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): it is closed already
}

void File::setFilePointer(std::uint32_t filePointer) {
  const InUse use{*this};
  const auto moved = file_.move_to(filePointer);
  if (moved) return;
  if (moved.error().code == EINVAL) throw CF::File::InvalidFilePointer();
  throw file_exception(name_, moved.error());
}

}  // namespace orbweaver::files
