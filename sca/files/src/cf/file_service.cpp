#include <orbweaver/files/file_service.hpp>

#include <utility>

#include "file_manager.hpp"
#include "file_system.hpp"

namespace orbweaver::files {

namespace {

constexpr const char* kAdapter = "orbweaver.files";

}  // namespace

IDL::traits<CF::FileSystem>::ref_type serve_file_system(const std::shared_ptr<CORBA::ORB>& orb,
                                                        RootFolder root, const FileLimits& limits) {
  const auto adapter = adapter_of(*orb, kAdapter);
  const auto servant = CORBA::make_reference<FileSystem>(adapter, std::move(root), limits);
  return IDL::traits<CF::FileSystem>::narrow(adapter->servant_to_reference(servant));
}

IDL::traits<CF::FileManager>::ref_type serve_file_manager(const std::shared_ptr<CORBA::ORB>& orb) {
  const auto servant = CORBA::make_reference<FileManager>();
  return IDL::traits<CF::FileManager>::narrow(
      adapter_of(*orb, kAdapter)->servant_to_reference(servant));
}

void withdraw(const std::shared_ptr<CORBA::ORB>& orb,
              const IDL::traits<CF::FileSystem>::ref_type& files) {
  const auto adapter = adapter_of(*orb, kAdapter);
  adapter->deactivate_object(adapter->reference_to_id(files));
}

}  // namespace orbweaver::files
