#include "files/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <system_error>

namespace orbweaver::profile::files {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

std::string system_text(int code) {
  auto text = std::generic_category().message(code);
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

unexpected<ReadFault> unreadable(std::string text) {
  return unexpected(ReadFault{ReadFault::Cause::unreadable, std::move(text)});
}

Result<std::string, ReadFault> read_all(int file, std::size_t limit) {
  std::string bytes;
  std::array<char, 1U << 16U> piece{};
  for (;;) {
    const auto count = ::read(file, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(system_text(errno));
    if (count == 0) return bytes;
    bytes.append(piece.data(), static_cast<std::size_t>(count));
    if (bytes.size() > limit)
      return unexpected(ReadFault{ReadFault::Cause::too_large,
                                  "it has more than " + std::to_string(limit) + " bytes"});
  }
}

}  // namespace

Result<std::string, ReadFault> read_file(const std::filesystem::path& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0) return unreadable(system_text(errno));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return unreadable(system_text(errno));
  if (S_ISDIR(status.st_mode)) return unreadable("it is a folder");
  if (!S_ISREG(status.st_mode)) return unreadable("it is no regular file");
  return read_all(file.number(), limit);
}

}  // namespace orbweaver::profile::files
