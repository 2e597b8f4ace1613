#include <orbweaver/corba/object.hpp>

#include <orbweaver/corba/servant.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/ior.hpp>

#include <functional>

namespace CORBA {

using orbweaver::corba::ClientCall;
using orbweaver::corba::Operation;

bool Object::_is_a(std::string_view repository_id) const {
  if (repository_id == _id) return true;
  if (!reference_) return false;
  if (reference_->ior().type_id == repository_id) return true;
  ClientCall call{*this, "_is_a", Operation::twoway};
  if (call.is_collocated())
    return call.run_collocated<orbweaver::corba::Servant>(
        [&](orbweaver::corba::Servant& servant) { return servant._implements(repository_id); });
  call.arguments().put_string(repository_id);
  const bool implements = call.invoke().get_boolean();
  call.check_results();
  return implements;
}

bool Object::_non_existent() const {
  if (!reference_) return false;
  if (reference_->is_local()) return reference_->local_object() == nullptr;
  try {
    ClientCall call{*this, "_non_existent", Operation::twoway};
    const bool gone = call.invoke().get_boolean();
    call.check_results();
    return gone;
  } catch (const OBJECT_NOT_EXIST&) {
    return true;
  }
}

bool Object::_is_equivalent(const object_reference<Object>& other) const {
  if (!other || !reference_ || !other->reference_) return other.get() == this;
  return reference_->ior().profiles == other->reference_->ior().profiles;
}

std::uint32_t Object::_hash(std::uint32_t maximum) const {
  const auto key = reference_ ? orbweaver::as_text(reference_->object_key()) : std::string_view{};
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(key));
  return maximum == 0 ? 0 : hash % (maximum == UINT32_MAX ? maximum : maximum + 1);
}

std::string Object::_transport() const { return reference_ ? reference_->transport() : ""; }

}  // namespace CORBA

namespace orbweaver::corba {

void encode_object(cdr::Encoder& encoder, const CORBA::Object* object) {
  if (object != nullptr && !object->_reference())
    throw CORBA::MARSHAL(0, CORBA::CompletionStatus::COMPLETED_NO,
                         "a local object cannot leave its process");
  giop::encode(encoder, object == nullptr ? giop::Ior{} : object->_reference()->ior());
}

std::shared_ptr<engine::Reference> decode_object(cdr::Decoder& decoder) {
  auto ior = giop::decode_ior(decoder);
  if (!decoder.ok() || ior.is_nil()) return nullptr;
  return static_cast<engine::OrbCore*>(decoder.context())->make_reference(std::move(ior));
}

}  // namespace orbweaver::corba
