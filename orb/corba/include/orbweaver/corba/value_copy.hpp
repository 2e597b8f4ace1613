// SPDX-License-Identifier: Apache-2.0
// For generated code: how value types pass between a caller and a servant of the same ORB.
//
// The caller and the servant must not share one value object, for two reasons: the servant may run
// in another thread, and a call within the ORB must give what a remote call gives. So arguments and
// results that hold values are written to bytes, and the receiver reads its own values from them.
// All other arguments are handed over as in any collocated call.
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

/// The values among the arguments, or among the results, of one call, as bytes. A value that two of
/// them share is shared by their copies, too, also in circles. Copies of a ValueCopy share the
/// bytes. Threads: one at a time.
class ValueCopy {
 public:
  /// Writes the arguments of a call on `target` that hold values. Throws as a stub: BAD_PARAM,
  /// MARSHAL or DATA_CONVERSION, completed no.
  template <class... T>
  explicit ValueCopy(const CORBA::Object& target, const T&... arguments)
      : ValueCopy(target, CORBA::CompletionStatus::COMPLETED_NO) {
    write(arguments...);
  }
  /// Writes the results that hold values. Throws as a skeleton: BAD_PARAM, MARSHAL or
  /// DATA_CONVERSION, completed yes.
  template <class... T>
  [[nodiscard]] ValueCopy answer(const T&... results) const {
    ValueCopy answer{*this};
    answer.completed_ = CORBA::CompletionStatus::COMPLETED_YES;
    answer.bytes_ = std::make_shared<cdr::Encoder>();
    answer.write(results...);
    return answer;
  }
  /// Throws a copy of the exception that the servant raised.
  template <class Exception>
  [[noreturn]] void raise(const Exception& exception) const {
    throw Exception(std::get<0>(answer(exception).template read<Exception>()));
  }

  /// Reads new values from the bytes, in the order in which they were written. Throws MARSHAL or
  /// IMP_LIMIT, as a receiver does that reads them from a connection.
  template <class... T>
  [[nodiscard]] std::tuple<T...> read() const {
    const auto orb = orb_.lock();
    cdr::Decoder decoder = reader(orb.get());
    const cdr::ValueReader shared{decoder};
    std::tuple<T...> values{cdr::decode<T>(decoder)...};  // braces: from left to right
    check_read(decoder);
    return values;
  }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_->size(); }

 private:
  ValueCopy(const CORBA::Object& target, CORBA::CompletionStatus completed);
  template <class... T>
  void write(const T&... values) {
    {
      const cdr::ValueWriter shared{*bytes_};
      (cdr::encode(*bytes_, values), ...);
    }
    check_written();
  }
  void check_written() const;
  [[nodiscard]] cdr::Decoder reader(engine::OrbCore* orb) const;
  void check_read(cdr::Decoder& decoder) const;

  std::weak_ptr<engine::OrbCore> orb_;
  CORBA::CompletionStatus completed_;
  std::shared_ptr<cdr::Encoder> bytes_;
};

/// The bytes that a value copy counts towards a lane's watermark.
[[nodiscard]] inline std::size_t held_bytes(const ValueCopy& copy) noexcept { return copy.size(); }

}  // namespace orbweaver::corba
