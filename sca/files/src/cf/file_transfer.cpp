#include <orbweaver/files/file_transfer.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace orbweaver::files {

namespace {

using FileReference = IDL::traits<CF::File>::ref_type;

// Closes the file if an exception leaves it open; its own failure would hide that exception.
class ClosesAtFailure {
 public:
  explicit ClosesAtFailure(FileReference file) : file_(std::move(file)) {}
  ClosesAtFailure(const ClosesAtFailure&) = delete;
  ClosesAtFailure& operator=(const ClosesAtFailure&) = delete;
  ~ClosesAtFailure() {
    if (!file_) return;
    try {
      file_->close();
    } catch (const CORBA::Exception&) {
    }
  }
  CF::File& operator*() const { return *file_; }
  void close() { std::exchange(file_, nullptr)->close(); }

 private:
  FileReference file_;
};

FileReference required(FileReference file, const std::string& name) {
  if (file) return file;
  throw CF::FileException(CF::ErrorNumberType::CF_NOTSET, name + ": the file system gave no file");
}

void take_pieces(CF::File& file, const std::function<void(Bytes piece)>& take) {
  CF::OctetSequence piece;
  do {
    file.read(piece, kPieceBytes);
    if (!piece.empty()) take(std::as_bytes(std::span{piece}));
  } while (!piece.empty());
}

void write_pieces(CF::File& file, Bytes bytes) {
  CF::OctetSequence piece;
  while (!bytes.empty()) {
    piece.resize(std::min<std::size_t>(bytes.size(), kPieceBytes));
    std::memcpy(piece.data(), bytes.data(), piece.size());
    file.write(piece);
    bytes = bytes.subspan(piece.size());
  }
}

// `write` receives the new file.
template <class Write>
void replace(CF::FileSystem& files, const std::string& name, Write write) {
  if (files.exists(name)) files.remove(name);
  ClosesAtFailure file{required(files.create(name), name)};
  try {
    write(*file);
    file.close();
  } catch (...) {
    try {
      files.remove(name);
    } catch (const CORBA::Exception&) {
    }
    throw;
  }
}

}  // namespace

void read_pieces(CF::FileSystem& files, const std::string& name,
                 const std::function<void(Bytes piece)>& take) {
  ClosesAtFailure file{required(files.open(name, true), name)};
  take_pieces(*file, take);
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
  replace(files, name, [&](CF::File& file) { write_pieces(file, bytes); });
}

void copy_between(CF::FileSystem& from, const std::string& source, CF::FileSystem& to,
                  const std::string& destination) {
  ClosesAtFailure read{required(from.open(source, true), source)};  // before `to` is changed
  replace(to, destination, [&](CF::File& written) {
    take_pieces(*read, [&](Bytes piece) { write_pieces(written, piece); });
  });
  read.close();
}

}  // namespace orbweaver::files
