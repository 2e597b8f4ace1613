// SPDX-License-Identifier: Apache-2.0
// One request on its way to the servant.
#pragma once
#include "lane_guest.hpp"
#include "server_connection.hpp"

#include <orbweaver/giop/request.hpp>

namespace orbweaver::server {

/// Lets the object's servant carry out a request and sends the reply, if one is due, through
/// `connection`, which may be null if none is. `header` and `arguments` are views of `frame`.
void run_request(const ServerContext& context, ServerConnection* connection, ActiveObject& object,
                 const Frame& frame, const giop::RequestHeader& header,
                 const cdr::Decoder& arguments);
/// Runs the request of a guest in the object's lane. The guest leaves the lane before the reply is
/// sent.
void run_request(const ServerContext& context, ServerConnection* connection, ActiveObject& object,
                 const Frame& frame, const giop::RequestHeader& header,
                 const cdr::Decoder& arguments, GuestRun& run);

/// Keeps alive what the request needs: its bytes, its object, and the connection that the reply
/// goes to (null for a datagram, which has none).
class RequestJob : public dispatch::Job {
 public:
  RequestJob(const ServerContext& context, std::shared_ptr<ServerConnection> connection,
             std::shared_ptr<ActiveObject> object, giop::Message message,
             const giop::RequestHeader& header, const cdr::Decoder& arguments) noexcept
      : context_(context),
        connection_(std::move(connection)),
        object_(std::move(object)),
        message_(std::move(message)),
        header_(header),
        arguments_(arguments) {}

  void run() noexcept override { carry_out(); }
  void run_nested() noexcept override;
  [[nodiscard]] std::size_t size_bytes() const noexcept override { return message_.frame.size(); }
  [[nodiscard]] bool is_part_of(Bytes token) const noexcept override;
  [[nodiscard]] bool is_part_of_any() const noexcept override;
  [[nodiscard]] std::string describe() const override;

 protected:
  /// Notes how long the servant took. Drops a request that its client has cancelled meanwhile.
  void carry_out() noexcept;
  /// Carries out the request, and calls `between` when the servant has returned, before the reply.
  template <class Between>
  void carry_out_and(Between between) noexcept;
  [[nodiscard]] ActiveObject& object() const noexcept { return *object_; }
  [[nodiscard]] const ServerContext& context() const noexcept { return context_; }
  /// Answers instead of the servant, if an answer is due.
  void refuse(wire::SystemExceptionKind exception, wire::Minor minor) noexcept;

 private:
  [[nodiscard]] bool is_cancelled() const noexcept;

  const ServerContext& context_;
  std::shared_ptr<ServerConnection> connection_;
  std::shared_ptr<ActiveObject> object_;
  giop::Message message_;  // header_ and arguments_ are views of it
  giop::RequestHeader header_;
  cdr::Decoder arguments_;
};

/// A request that runs at a priority, or took room in the buffer of a pool.
class PriorityJob final : public RequestJob {
 public:
  /// `lane` is where the request is submitted; the object owns it.
  PriorityJob(RequestJob&& request, std::optional<int> priority,
              const RealTime::PriorityLane& lane) noexcept
      : RequestJob(std::move(request)), priority_(priority), lane_(lane) {}
  /// Gives room back also if the job was refused.
  ~PriorityJob() override { give_room_back(); }
  PriorityJob(const PriorityJob&) = delete;
  PriorityJob& operator=(const PriorityJob&) = delete;

  void run() noexcept override;

 private:
  void give_room_back() noexcept;

  std::optional<int> priority_;
  const RealTime::PriorityLane& lane_;
  bool has_room_ = true;
};

/// A request with a number in a series: it goes through the object's sequencer, in the lane.
class SeriesRequest final : public RequestJob, public dispatch::SeriesItem {
 public:
  enum class Fate { run, was_refused };  // refused: only its number counts
  SeriesRequest(RequestJob&& request, dispatch::SeriesStamp stamp, Fate fate) noexcept
      : RequestJob(std::move(request)), stamp_(stamp), fate_(fate) {}

  void run() noexcept override { object().sequencer().arrive(*this); }
  void run_nested() noexcept override;
  [[nodiscard]] std::size_t size_bytes() const noexcept override {
    return RequestJob::size_bytes();
  }

  [[nodiscard]] dispatch::SeriesStamp stamp() const noexcept override { return stamp_; }
  [[nodiscard]] Fate fate() const noexcept { return fate_; }
  void deliver() noexcept override {
    if (fate_ == Fate::run) carry_out();
  }
  void missed(const dispatch::Gap& gap) noexcept override;
  /// A client that waits for an answer gets a refusal: it may have come twice, and have run the
  /// first time.
  void drop() noexcept override;
  [[nodiscard]] std::unique_ptr<dispatch::SeriesItem> take_away() override;

 private:
  dispatch::SeriesStamp stamp_;
  Fate fate_;
};

}  // namespace orbweaver::server
