// When a peer program ends: its standard input reaches end of file, SIGTERM or SIGINT comes, or it
// is told to. Make one before the ORB starts its threads, so that all of them leave the signals to
// this one.
#pragma once

namespace peer {

class EndOfLife {
 public:
  EndOfLife();
  ~EndOfLife();
  EndOfLife(const EndOfLife&) = delete;
  EndOfLife& operator=(const EndOfLife&) = delete;

  /// Threads: any. Blocks: never.
  void request() noexcept;

  /// Blocks: until one of the three reasons comes. Returns at once after `request()`.
  void wait();

 private:
  int signals_;
  int requests_;
};

}  // namespace peer
