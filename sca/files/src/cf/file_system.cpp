// SPDX-License-Identifier: Apache-2.0
#include "file_system.hpp"

#include <orbweaver/files/error_number.hpp>

#include <cerrno>
#include <utility>

#include "space_query.hpp"

namespace orbweaver::files {

namespace {

CF::DataType property(const std::string& id, std::uint64_t value) {
  CORBA::Any any;
  any <<= value;
  return CF::DataType{id, std::move(any)};
}

// EXECUTABLE is an addition of REDHAWK's.
CF::DataType executable(bool value) {
  CORBA::Any any;
  any <<= value;
  return CF::DataType{"EXECUTABLE", std::move(any)};
}

CF::FileSystem::FileInformationType described(FileInformation known) {
  const auto kind = known.kind == FileKind::folder ? CF::FileSystem::FileType::DIRECTORY
                                                   : CF::FileSystem::FileType::PLAIN;
  return CF::FileSystem::FileInformationType{
      std::move(known.name),
      kind,
      known.size,
      {property(CF::FileSystem::CREATED_TIME_ID, known.created),
       property(CF::FileSystem::MODIFIED_TIME_ID, known.modified),
       property(CF::FileSystem::LAST_ACCESS_TIME_ID, known.accessed),
       executable(known.is_executable)}};
}

template <class T>
T or_throw(Result<T, os::SystemError> outcome, const std::string& name) {
  if (!outcome) throw file_exception(name, outcome.error());
  if constexpr (!std::is_void_v<T>) return *std::move(outcome);
}

}  // namespace

FileSystem::FileSystem(Adapter adapter, RootFolder root, const FileLimits& limits, Changes changes)
    : adapter_(std::move(adapter)),
      root_(std::move(root)),
      limits_(limits),
      changes_(changes),
      open_files_(std::make_shared<OpenFiles>(limits)) {}

void FileSystem::require_changes(const std::string& name) const {
  if (changes_ == Changes::allowed) return;
  throw CF::FileException(CF::ErrorNumberType::CF_EROFS,
                          name + ": this file system is read-only for its clients");
}

void FileSystem::remove(const std::string& fileName) {
  const auto name = name_of(fileName);
  require_changes(fileName);
  or_throw(root_.remove_file(name), fileName);
}

void FileSystem::copy(const std::string& sourceFileName, const std::string& destinationFileName) {
  const auto source = name_of(sourceFileName), destination = name_of(destinationFileName);
  if (source == destination)
    throw CF::InvalidFileName(CF::ErrorNumberType::CF_EINVAL,
                              sourceFileName + ": a file cannot be copied onto itself");
  require_changes(destinationFileName);
  or_throw(root_.copy(source, destination), sourceFileName + " to " + destinationFileName);
}

bool FileSystem::exists(const std::string& fileName) { return root_.exists(name_of(fileName)); }

CF::FileSystem::FileInformationSequence FileSystem::list(const std::string& pattern) {
  CF::FileSystem::FileInformationSequence all;
  for (auto& known : or_throw(root_.list(pattern_of(pattern)), pattern))
    all.push_back(described(std::move(known)));
  return all;
}

IDL::traits<CF::File>::ref_type FileSystem::create(const std::string& fileName) {
  return create_for(Purpose::client, fileName);
}

IDL::traits<CF::File>::ref_type FileSystem::open(const std::string& fileName, bool read_Only) {
  return open_for(Purpose::client, fileName, read_Only ? Access::read_only : Access::read_write);
}

IDL::traits<CF::File>::ref_type FileSystem::create_for(Purpose purpose, const std::string& text) {
  const auto name = name_of(text);
  require_changes(text);
  return serve(purpose, text, [&] { return root_.create_file(name); });
}

IDL::traits<CF::File>::ref_type FileSystem::open_for(Purpose purpose, const std::string& text,
                                                     Access access) {
  const auto name = name_of(text);
  if (access == Access::read_write) require_changes(text);
  return serve(purpose, text, [&] { return root_.open_file(name, access); });
}

template <class Open>
IDL::traits<CF::File>::ref_type FileSystem::serve(Purpose purpose, const std::string& name,
                                                  Open open) {
  auto slot = open_files_->take(purpose);
  if (!slot)
    throw CF::FileException(CF::ErrorNumberType::CF_EMFILE,
                            name + ": too many files are open; close some");
  auto file = open();
  if (!file) throw file_exception(name, file.error());
  const auto servant = CORBA::make_reference<File>(adapter_, *std::move(file), name,
                                                   std::move(slot), limits_.read_bytes);
  auto reference = IDL::traits<CF::File>::narrow(adapter_->servant_to_reference(servant));
  servant->may_end();
  return reference;
}

void FileSystem::mkdir(const std::string& directoryName) {
  const auto name = name_of(directoryName);
  require_changes(directoryName);
  or_throw(root_.make_folder(name), directoryName);
}

void FileSystem::rmdir(const std::string& directoryName) {
  const auto name = name_of(directoryName);
  require_changes(directoryName);
  or_throw(root_.remove_folder(name), directoryName);
}

// A folder that does not exist any more has no space, as there is no exception for that.
void FileSystem::query(CF::Properties& fileSystemProperties) {
  answer_space(fileSystemProperties, root_.space().value_or(Space{}));
}

}  // namespace orbweaver::files
