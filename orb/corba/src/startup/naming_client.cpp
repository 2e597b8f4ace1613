// SPDX-License-Identifier: Apache-2.0
#include "startup/naming_client.hpp"

#include <orbweaver/corba/stub.hpp>

#include <array>

namespace orbweaver::corba {

namespace {

constexpr std::uint32_t kNotResolved = 0x4f4d000a;  // OMG minor 10 of BAD_PARAM

struct NamingRefusal {
  const char* why;
};
template <const char* kWhy>
[[noreturn]] void refuse(cdr::Decoder&) {
  throw NamingRefusal{kWhy};
}

constexpr char kNotFound[] = "has no such name (NotFound)";
constexpr char kCannotProceed[] = "could not follow the name (CannotProceed)";
constexpr char kInvalidName[] = "does not take such a name (InvalidName)";

constexpr std::array kRaises{
    Raises{"IDL:omg.org/CosNaming/NamingContext/NotFound:1.0", &refuse<kNotFound>},
    Raises{"IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0", &refuse<kCannotProceed>},
    Raises{"IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0", &refuse<kInvalidName>}};

}  // namespace

// Calls a context of this ORB as if it were remote: a hand-made call has no skeleton to call.
CORBA::object_reference<CORBA::Object> resolve_name(const CORBA::Object& context,
                                                    const CompoundName& name,
                                                    const std::string& shown) try {
  ClientCall call{context, "resolve", Operation::twoway};
  auto& arguments = call.arguments();
  cdr::encode(arguments, static_cast<std::uint32_t>(name.size()));
  for (const auto& step : name) {
    arguments.put_text(step.id);
    arguments.put_text(step.kind);
  }
  auto& results = call.invoke(kRaises);
  auto object = StubFactory::make<CORBA::Object>(decode_object(results));
  call.check_results();
  return object;
} catch (const NamingRefusal& refused) {
  throw CORBA::BAD_PARAM(kNotResolved, CORBA::CompletionStatus::COMPLETED_NO,
                         shown + ": the naming service " + refused.why);
}

}  // namespace orbweaver::corba
