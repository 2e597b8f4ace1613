// Marks the threads that run user code of a servant, since some calls make no sense there: who
// waits for all requests to end must not be one of them.
#pragma once

namespace orbweaver::corba {

/// Whether the calling thread is carrying out a request.
[[nodiscard]] bool is_in_servant() noexcept;

/// As long as it lives, the thread that made it is in a servant. Nests.
class InServant {
 public:
  InServant() noexcept;
  ~InServant();
  InServant(const InServant&) = delete;
  InServant& operator=(const InServant&) = delete;
};

}  // namespace orbweaver::corba
