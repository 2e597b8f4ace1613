#include <orbweaver/files/file_transfer.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace orbweaver::files {

namespace {

using FileReference = IDL::traits<CF::File>::ref_type;

// An open file of one end of a transfer. Closes it if an exception leaves it open; its own failure
// would hide that exception.
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

  void take_pieces(const std::function<void(Bytes piece)>& take) {
    CF::OctetSequence piece;
    do {
      end_->around([&] { file_->read(piece, kPieceBytes); });
      if (!piece.empty()) take(std::as_bytes(std::span{piece}));
    } while (!piece.empty());
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
  const CopiedFile* end_;
  FileReference file_;
};

TransferredFile opened(const CopiedFile& end) {
  return {end, [&](CF::FileSystem& files) { return files.open(end.name, true); }};
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
  replace(to, [&](TransferredFile& written) {
    read.take_pieces([&](Bytes piece) { written.write_pieces(piece); });
  });
  read.close();
}

}  // namespace orbweaver::files
