// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_service.hpp>

#include <orbweaver/corba/peer.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/random.hpp>

#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "file_manager.hpp"
#include "file_system.hpp"

namespace orbweaver::files {

namespace {

constexpr const char *kAdapter = "orbweaver.files", *kGuardedAdapter = "orbweaver.files.guarded";

/// The ids that an adapter makes are consecutive numbers: a client with one reference could make
/// the next one itself.
PortableServer::ObjectId id_that_nobody_guesses() try {
  PortableServer::ObjectId id(16);
  os::fill_with_random(std::as_writable_bytes(std::span{id}));
  return id;
} catch (const std::system_error& error) {
  throw CORBA::NO_RESOURCES(0, CORBA::CompletionStatus::COMPLETED_NO,
                            std::string{"the system gives no random octets: "} + error.what());
}

/// Makes another object for the file manager.
IDL::traits<CF::FileManager>::ref_type serve_also(
    CORBA::ORB& orb, const IDL::traits<CF::FileManager>::ref_type& manager, Purpose purpose) {
  const auto served = std::dynamic_pointer_cast<FileManager>(corba::local_servant(manager));
  if (!served)
    throw CORBA::BAD_PARAM(0, CORBA::CompletionStatus::COMPLETED_NO,
                           "it is no file manager that this program serves");
  const auto adapter = guarded_adapter_of(orb, kGuardedAdapter);
  const auto id = id_that_nobody_guesses();
  adapter->activate_object_with_id(id,
                                   CORBA::make_reference<FileManager>(served->files(), purpose));
  return IDL::traits<CF::FileManager>::narrow(adapter->id_to_reference(id));
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
  const auto servant =
      CORBA::make_reference<FileManager>(std::make_shared<ManagedFiles>(limits), Purpose::client);
  return IDL::traits<CF::FileManager>::narrow(
      adapter_of(*orb, kAdapter)->servant_to_reference(servant));
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
