// SPDX-License-Identifier: Apache-2.0
#include "cf_source.hpp"

#include <orbweaver/files/error_number.hpp>
#include <orbweaver/files/file_transfer.hpp>

#include <cerrno>
#include <type_traits>

namespace orbweaver::device {

namespace {

using files::FileName;

/// Carries the failure of `take` through the reader.
struct Stopped {
  LoadError error;
};

SourceEntry entry_of(const CF::FileSystem::FileInformationType& known) {
  SourceEntry entry{
      known.name(), known.kind() != CF::FileSystem::FileType::PLAIN, known.size(), {}};
  for (const auto& file_property : known.fileProperties()) {
    std::uint64_t seconds = 0;
    if (file_property.id() == CF::FileSystem::MODIFIED_TIME_ID &&
        (file_property.value() >>= seconds))
      entry.modified = seconds;
  }
  return entry;
}

template <class Failure>
unexpected<LoadError> error_of(const Failure& failure) {
  return unexpected{LoadError{files::errno_of(failure.errorNumber()), failure.msg()}};
}

// Returns the result of `call`; exceptions of a file system become errors.
template <class Call>
auto outcome_of(const FileName& name, Call call) -> Result<std::invoke_result_t<Call>, LoadError> {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Call>>) {
      call();
      return {};
    } else {
      return call();
    }
  } catch (const Stopped& stopped) {
    return unexpected{stopped.error};
  } catch (const CF::FileException& failure) {
    return error_of(failure);
  } catch (const CF::InvalidFileName& failure) {
    return error_of(failure);
  } catch (const CF::File::IOException& failure) {
    return error_of(failure);
  } catch (const CORBA::SystemException& failure) {
    return unexpected{
        LoadError{EIO, name.text() + ": the file system does not answer: " + failure.what()}};
  }
}

}  // namespace

// The first call of a load. The connection may lead to a killed process whose address a restarted
// domain has now. Listing changes nothing, so it is tried a second time.
CF::FileSystem::FileInformationSequence CfSource::list(const std::string& pattern) {
  try {
    return files_->list(pattern);
  } catch (const CORBA::COMM_FAILURE&) {
    return files_->list(pattern);
  }
}

// Lists one name, which has no wildcards.
Result<SourceEntry, LoadError> CfSource::look_at(const FileName& name) {
  if (name.is_root()) return unexpected{LoadError{EISDIR, "/: the root is not loaded as a whole"}};
  const auto listed = outcome_of(name, [&] { return list(name.text()); });
  if (!listed) return unexpected{listed.error()};
  for (const auto& information : *listed)
    if (information.name() == name.last()) return entry_of(information);
  return unexpected{LoadError{ENOENT, name.text() + ": there is no such file"}};
}

Result<std::vector<SourceEntry>, LoadError> CfSource::entries_of(const FileName& folder) {
  return outcome_of(folder, [&] {
    std::vector<SourceEntry> entries;
    for (const auto& entry : list(folder.text() + "/*")) entries.push_back(entry_of(entry));
    return entries;
  });
}

Result<void, LoadError> CfSource::read(const FileName& name, const Take& take) {
  return outcome_of(name, [&] {
    files::read_pieces(*files_, name.text(), [&](Bytes piece) {
      if (auto taken = take(piece); !taken) throw Stopped{std::move(taken.error())};
    });
  });
}

}  // namespace orbweaver::device
