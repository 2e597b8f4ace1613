// SPDX-License-Identifier: Apache-2.0
// PortableServer::Current: the request that the calling thread carries out. CORBA 3.3 Part 1,
// 15.3.9.
#pragma once
#include <orbweaver/corba/poa.hpp>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace PortableServer {

/// "POACurrent". Every operation is about the innermost request that the calling thread carries
/// out. The request may be remote or of this process, and have any dispatch. Throws NoContext if
/// there is none: outside of servants, in reply handlers, in Servant::_missed. Threads: any.
class Current final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/PortableServer/Current:2.3";

  /// The calling thread carries out no request.
  class NoContext final : public CORBA::UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/PortableServer/Current/NoContext:2.3";
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "NoContext"; }
  };

  Current() = default;
  /// Throws OBJECT_NOT_EXIST if the adapter was destroyed, as its operations do.
  [[nodiscard]] POA::Reference get_POA() const;
  /// The id of the object that the request is for, within its adapter.
  [[nodiscard]] ObjectId get_object_id() const;
  /// A reference to that object, as the adapter makes it.
  [[nodiscard]] POA::ObjectReference get_reference() const;
  /// The servant that carries it out.
  [[nodiscard]] Servant get_servant() const;
};

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
