// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_transfer.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace orbweaver::files {

namespace {

using FileReference = IDL::traits<CF::File>::ref_type;

constexpr auto kNoEnd = std::numeric_limits<std::uint64_t>::max();

/// Each read has a timeout, but a file could come octet by octet. So reads must return much on
/// average. A file system that follows the standard returns less than requested only at the end.
class Pace {
 public:
  static constexpr std::uint64_t kLeastPiece = std::uint64_t{4} * 1024, kSmallPieces = 64;

  [[nodiscard]] bool goes_on_with(std::size_t piece) noexcept {
    octets_ += piece;
    return ++reads_ <= kSmallPieces + octets_ / kLeastPiece;
  }

 private:
  std::uint64_t reads_ = 0, octets_ = 0;
};

// An open file of one end of a transfer. The destructor closes it, and ignores failures, as they
// would hide the exception that led there.
class TransferredFile {
 public:
  /// `open` opens or creates it.
  template <class Open>
  TransferredFile(const CopiedFile& end, Open open) : end_(&end) {
    end_->around([&] { file_ = open(end_->files); });
    if (!file_)
      throw CF::FileException(CF::ErrorNumberType::CF_NOTSET,
                              end_->name + ": the file system gave no file");
  }
  TransferredFile(const TransferredFile&) = delete;
  TransferredFile& operator=(const TransferredFile&) = delete;
  ~TransferredFile() {
    try {
      if (file_) close();
    } catch (const CORBA::Exception&) {
    }
  }

  /// Reads until the end of the file, or the first `most` octets.
  void take_pieces(const std::function<void(Bytes piece)>& take, std::uint64_t most = kNoEnd) {
    CF::OctetSequence piece;
    Pace pace;
    while (most > 0) {
      const auto asked = static_cast<std::uint32_t>(std::min<std::uint64_t>(kPieceBytes, most));
      end_->around([&] { file_->read(piece, asked); });
      if (piece.empty()) return;
      require_in_order(piece.size(), asked, pace);
      take(std::as_bytes(std::span{piece}));
      most -= piece.size();
    }
  }
  void write_pieces(Bytes bytes) {
    CF::OctetSequence piece;
    while (!bytes.empty()) {
      piece.resize(std::min<std::size_t>(bytes.size(), kPieceBytes));
      std::memcpy(piece.data(), bytes.data(), piece.size());
      end_->around([&] { file_->write(piece); });
      bytes = bytes.subspan(piece.size());
    }
  }
  void close() {
    const auto file = std::exchange(file_, nullptr);
    end_->around([&] { file->close(); });
  }

 private:
  void require_in_order(std::size_t got, std::uint32_t asked, Pace& pace) const {
    if (got > asked)
      throw CF::FileException(CF::ErrorNumberType::CF_EIO,
                              end_->name + ": the file system gave " + std::to_string(got) +
                                  " octets, and was asked for " + std::to_string(asked));
    if (!pace.goes_on_with(got))
      throw CF::FileException(CF::ErrorNumberType::CF_EIO,
                              end_->name + ": the file system gives pieces of less than " +
                                  std::to_string(Pace::kLeastPiece) + " octets");
  }

  const CopiedFile* end_;
  FileReference file_;
};

TransferredFile opened(const CopiedFile& end) {
  return {end, [&](CF::FileSystem& files) { return files.open(end.name, true); }};
}

// Returns the size, also above 4 GiB, which sizeOf() cannot return.
std::uint64_t size_of(const CopiedFile& end) {
  CF::FileSystem::FileInformationSequence found;
  end.around([&] { found = end.files.list(end.name); });
  if (found.size() == 1) return found.front().size();
  throw CF::FileException(CF::ErrorNumberType::CF_EIO,
                          end.name + ": the file system does not say how large it is");
}

void remove_what_is_there(const CopiedFile& end) {
  end.around([&] {
    if (end.files.exists(end.name)) end.files.remove(end.name);
  });
}

void give_up(const CopiedFile& end) {
  try {
    end.around([&] { end.files.remove(end.name); });
  } catch (const CORBA::Exception&) {
  }
}

// `write` receives the new file.
template <class Write>
void replace(const CopiedFile& end, Write write) {
  remove_what_is_there(end);
  TransferredFile file{end, [&](CF::FileSystem& files) { return files.create(end.name); }};
  try {
    write(file);
    file.close();
  } catch (...) {
    give_up(end);
    throw;
  }
}

}  // namespace

void read_pieces(CF::FileSystem& files, const std::string& name,
                 const std::function<void(Bytes piece)>& take) {
  const CopiedFile end{files, name};
  auto file = opened(end);
  file.take_pieces(take);
  file.close();
}

std::string read_whole(CF::FileSystem& files, const std::string& name, std::size_t most) {
  std::string text;
  read_pieces(files, name, [&](Bytes piece) {
    if (piece.size() > most - text.size())
      throw CF::FileException(CF::ErrorNumberType::CF_EFBIG,
                              name + ": more than " + std::to_string(most) + " octets");
    text += as_text(piece);
  });
  return text;
}

void write_whole(CF::FileSystem& files, const std::string& name, Bytes bytes) {
  replace({files, name}, [&](TransferredFile& file) { file.write_pieces(bytes); });
}

void copy_between(const CopiedFile& from, const CopiedFile& to) {
  auto read = opened(from);  // before `to` is changed
  const auto size = size_of(from);
  replace(to, [&](TransferredFile& written) {
    read.take_pieces([&](Bytes piece) { written.write_pieces(piece); }, size);
  });
  read.close();
}

}  // namespace orbweaver::files
