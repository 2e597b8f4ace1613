// Value types in collocated calls. Caller and servant must not see one value: another thread may be
// the servant's, and the result must be what a remote call gives. So what holds values goes through
// bytes; all else is handed over as in any collocated call.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/cdr/value_writer.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>

#include <memory>
#include <tuple>

namespace orbweaver::engine {
class OrbCore;
}

namespace orbweaver::corba {

/// Arguments, or results, of one call. What they share is shared among what comes out, in circles
/// too. Copies share the bytes. Threads: one after the other.
class Parcel {
 public:
  /// The arguments of a call on `target` that hold values. Throws as a stub that cannot write them.
  template <class... T>
  explicit Parcel(const CORBA::Object& target, const T&... arguments)
      : Parcel(target, CORBA::CompletionStatus::COMPLETED_NO) {
    put(arguments...);
  }
  /// The results that hold values, on the way back. Throws as a skeleton that cannot write them.
  template <class... T>
  [[nodiscard]] Parcel answer(const T&... results) const {
    Parcel back{*this};
    back.completed_ = CORBA::CompletionStatus::COMPLETED_YES;
    back.bytes_ = std::make_shared<cdr::Encoder>();
    back.put(results...);
    return back;
  }
  /// Throws a copy of what the servant raised.
  template <class Exception>
  [[noreturn]] void raise(const Exception& exception) const {
    throw Exception(std::get<0>(answer(exception).template open<Exception>()));
  }

  /// Throws MARSHAL or IMP_LIMIT, as who reads them from a connection.
  template <class... T>
  [[nodiscard]] std::tuple<T...> open() const {
    const auto orb = orb_.lock();
    cdr::Decoder decoder = reader(orb.get());
    const cdr::ValueReader shared{decoder};
    std::tuple<T...> values{cdr::decode<T>(decoder)...};  // braces: from left to right
    check(decoder);
    return values;
  }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_->size(); }

 private:
  Parcel(const CORBA::Object& target, CORBA::CompletionStatus completed);
  template <class... T>
  void put(const T&... values) {
    {
      const cdr::ValueWriter shared{*bytes_};
      (cdr::encode(*bytes_, values), ...);
    }
    check_written();
  }
  void check_written() const;
  [[nodiscard]] cdr::Decoder reader(engine::OrbCore* orb) const;
  void check(const cdr::Decoder& decoder) const;

  std::weak_ptr<engine::OrbCore> orb_;
  CORBA::CompletionStatus completed_;
  std::shared_ptr<cdr::Encoder> bytes_;
};

/// What it counts in a lane.
[[nodiscard]] inline std::size_t held_bytes(const Parcel& parcel) noexcept { return parcel.size(); }

}  // namespace orbweaver::corba
