#include <orbweaver/server/active_object.hpp>
#include <orbweaver/server/server_context.hpp>

namespace orbweaver::server {

AdapterGate::Watch ServerContext::watch_for(const ActiveObject& object) const {
  return {alarm, options.wait_warning, object.name()};
}

}  // namespace orbweaver::server
