#include <orbweaver/files/file_service.hpp>

#include <orbweaver/corba/peer.hpp>

#include <utility>

#include "file_manager.hpp"
#include "file_system.hpp"

namespace orbweaver::files {

namespace {

constexpr const char* kAdapter = "orbweaver.files";

IDL::traits<CF::FileManager>::ref_type serve(CORBA::ORB& orb,
                                             const std::shared_ptr<ManagedFiles>& files,
                                             Purpose purpose) {
  const auto servant = CORBA::make_reference<FileManager>(files, purpose);
  return IDL::traits<CF::FileManager>::narrow(
      adapter_of(orb, kAdapter)->servant_to_reference(servant));
}

/// Another object for what `manager` serves.
IDL::traits<CF::FileManager>::ref_type serve_also(
    CORBA::ORB& orb, const IDL::traits<CF::FileManager>::ref_type& manager, Purpose purpose) {
  const auto served = std::dynamic_pointer_cast<FileManager>(corba::local_servant(manager));
  if (!served)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "it is no file manager that this program serves");
  return serve(orb, served->files(), purpose);
}

}  // namespace

IDL::traits<CF::FileSystem>::ref_type serve_file_system(const std::shared_ptr<CORBA::ORB>& orb,
                                                        RootFolder root, const FileLimits& limits,
                                                        Changes changes) {
  const auto adapter = adapter_of(*orb, kAdapter);
  const auto servant = CORBA::make_reference<FileSystem>(adapter, std::move(root), limits, changes);
  return IDL::traits<CF::FileSystem>::narrow(adapter->servant_to_reference(servant));
}

IDL::traits<CF::FileManager>::ref_type serve_file_manager(const std::shared_ptr<CORBA::ORB>& orb,
                                                          const MountLimits& limits) {
  return serve(*orb, std::make_shared<ManagedFiles>(limits), Purpose::client);
}

IDL::traits<CF::FileManager>::ref_type serve_for_own_work(
    const std::shared_ptr<CORBA::ORB>& orb, const IDL::traits<CF::FileManager>::ref_type& manager) {
  return serve_also(*orb, manager, Purpose::own_work);
}

IDL::traits<CF::FileManager>::ref_type serve_for_loading(
    const std::shared_ptr<CORBA::ORB>& orb, const IDL::traits<CF::FileManager>::ref_type& manager) {
  return serve_also(*orb, manager, Purpose::loading);
}

void withdraw(const std::shared_ptr<CORBA::ORB>& orb,
              const IDL::traits<CF::FileSystem>::ref_type& files) {
  const auto adapter = adapter_of(*orb, kAdapter);
  adapter->deactivate_object(adapter->reference_to_id(files));
}

}  // namespace orbweaver::files
