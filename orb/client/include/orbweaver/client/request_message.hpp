// SPDX-License-Identifier: Apache-2.0
// The bytes of one request: its header, copied if one like it was sent before, and its arguments.
#pragma once
#include <orbweaver/base/kept_bytes.hpp>
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/client/reference.hpp>
#include <orbweaver/giop/packet_stamp.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/wire/outgoing_chain.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace orbweaver::client {

class OrderSeries;

/// Whether the call waits for a servant. Such a call may lead back to the object whose servant
/// makes it, while that servant waits.
enum class AnsweredBy { servant, other };

/// The message of one request. It is written for one target, and written again with the same
/// arguments if the request goes to another target.
class RequestMessage {
 public:
  /// `operation` and `encoder`, which it is written into, must outlive it. `series` numbers the
  /// request, also after a forward; null: it has no number.
  RequestMessage(std::string_view operation, cdr::Encoder& encoder,
                 std::shared_ptr<OrderSeries> series, AnsweredBy answered_by) noexcept
      : operation_(operation),
        series_(std::move(series)),
        answered_by_(answered_by),
        encoder_(&encoder) {}

  [[nodiscard]] std::string_view operation() const noexcept { return operation_; }
  /// Notes the chain of calls that led to this request, if the calling thread is in a servant.
  void join_chain();
  [[nodiscard]] const std::optional<wire::OutgoingChain>& chain() const noexcept { return chain_; }
  /// The token of this call; null if no chain was taken, or if the call is made outside of lanes.
  [[nodiscard]] const giop::CallToken* token() const noexcept {
    return chain_ && chain_->token ? &*chain_->token : nullptr;
  }

  /// Copies also large arguments, as the caller may have changed them when the request is sent
  /// again. Call it before arguments().
  void copy_arguments() noexcept { least_borrowed_ = SIZE_MAX; }
  /// Put the arguments into it; it is aligned for the first one. Do not call it if there are none.
  [[nodiscard]] cdr::Encoder& arguments(Reference& target);
  /// Completes the message. Fails: imp_limit.
  [[nodiscard]] Result<void, wire::CallFailure> finish(Reference& target);

  /// Names the connection's code sets to the server, or stops naming them.
  void name_code_sets(bool is_news, Reference& target);
  [[nodiscard]] bool names_code_sets() const noexcept { return names_code_sets_; }
  /// Whether arguments that were written for one can be read by the other.
  [[nodiscard]] bool can_move(const Reference& from, const Reference& to) const;
  void write_again(Reference& target);

  /// Call it before each attempt. Sets the request's id, which its reply has, too.
  void set_id(std::uint32_t request_id) { encoder_->patch(fields_.id, request_id); }
  void set_id(std::uint32_t request_id, giop::ResponseFlags response, giop::Version version) {
    auto& encoder = *encoder_;
    encoder.patch(fields_.id, request_id);
    encoder.patch(fields_.response, giop::response_octet(response, version));
  }
  [[nodiscard]] std::span<const Bytes> pieces() const { return encoder_->pieces(); }
  [[nodiscard]] KeptPieces kept_pieces() const { return encoder_->kept_pieces(); }
  [[nodiscard]] std::size_t size() const noexcept { return encoder_->size(); }

  [[nodiscard]] bool is_numbered() const noexcept { return series_ != nullptr; }
  /// Calls `send`, which sends the message. With OrderedDelivery the message then has the next
  /// number of the series, and no other thread sends one of the series. Defined in
  /// src/send_numbered.hpp.
  template <class Send>
  [[nodiscard]] Result<void, wire::CallFailure> send_numbered(Deadline deadline, Send send);

 private:
  void begin(Reference& target);
  void begin_anew(Reference& target);
  void put_head(const Reference& target);
  void patch_head();
  [[nodiscard]] PreparedHeads* prepared_heads(Reference& target) const noexcept;
  [[nodiscard]] cdr::Encoder& begin_arguments();
  [[nodiscard]] std::size_t number_at() const noexcept;

  // Arguments that large leave from where the caller has them. For smaller ones a copy is cheaper
  // than another piece to gather.
  static constexpr std::size_t kLeastBorrowed = 4096;

  std::string_view operation_;
  std::shared_ptr<OrderSeries> series_;
  std::uint64_t number_ = 0;  // in the series; 0: none yet
  giop::RequestFields fields_;
  AnsweredBy answered_by_;
  bool has_begun_ = false, names_code_sets_ = false;
  std::optional<wire::OutgoingChain> chain_;
  std::optional<giop::PacketContext> packet_;  // the packet that the request carries
  KeptBytes metadata_;                         // the packet's; empty: none
  cdr::Encoder* encoder_;
  std::size_t body_ = 0;  // where the arguments begin; 0: none
  std::size_t least_borrowed_ = kLeastBorrowed;
};

}  // namespace orbweaver::client
