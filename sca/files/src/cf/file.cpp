#include "file.hpp"

#include <orbweaver/files/error_number.hpp>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <span>
#include <utility>

namespace orbweaver::files {

namespace {

constexpr std::uint64_t kMostOf32Bits = std::numeric_limits<std::uint32_t>::max();

}  // namespace

File::File(Adapter adapter, OpenFile file, std::string name, std::shared_ptr<OpenFiles> open_files,
           std::uint32_t most_read)
    : adapter_(std::move(adapter)),
      name_(std::move(name)),
      open_files_(std::move(open_files)),
      most_read_(most_read),
      file_(std::move(file)) {}

File::~File() { give_place_back(); }

void File::give_place_back() noexcept {
  if (std::exchange(has_place_, false)) open_files_->remove();
}

CF::File::IOException File::io_exception(const os::SystemError& error) const {
  return CF::File::IOException{error_number_of(error.code), name_ + ": " + os::describe(error)};
}

// The attribute can raise nothing that a client expects.
std::uint32_t File::filePointer() {
  const std::lock_guard lock(mutex_);
  return static_cast<std::uint32_t>(std::min(file_.position(), kMostOf32Bits));
}

void File::read(CF::OctetSequence& data, std::uint32_t length) {
  const std::lock_guard lock(mutex_);
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
  const std::lock_guard lock(mutex_);
  if (const auto written = file_.write(std::as_bytes(std::span{data})); !written)
    throw io_exception(written.error());
}

std::uint32_t File::sizeOf() {
  const std::lock_guard lock(mutex_);
  const auto size = file_.size();
  if (!size) throw file_exception(name_, size.error());
  if (*size > kMostOf32Bits) throw file_exception(name_, {EFBIG, "sizeOf"});
  return static_cast<std::uint32_t>(*size);
}

// This thread has the servant for a while after the reply, and the client may open the next file then.
void File::close() {
  adapter_->deactivate_object(adapter_->servant_to_id(shared_from_this()));
  const std::lock_guard lock(mutex_);
  const auto closed = file_.close();
  give_place_back();
  if (!closed) throw file_exception(name_, closed.error());
}

void File::setFilePointer(std::uint32_t filePointer) {
  const std::lock_guard lock(mutex_);
  const auto moved = file_.move_to(filePointer);
  if (moved) return;
  if (moved.error().code == EINVAL) throw CF::File::InvalidFilePointer();
  throw file_exception(name_, moved.error());
}

}  // namespace orbweaver::files
