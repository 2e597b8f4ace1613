#include <orbweaver/device/output_reader.hpp>

#include <orbweaver/os/event_queue.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/pipe.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/thread.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "line_splitter.hpp"

namespace orbweaver::device {

namespace {

constexpr std::uint64_t kStop = 0;

// Of one program, one of its two streams.
struct Source {
  std::string name;
  Stream stream = Stream::output;
  os::UniqueFd pipe;
  LineSplitter lines{};
};

}  // namespace

class OutputReader::Loop {
 public:
  explicit Loop(OnLine on_line) : on_line_(std::move(on_line)) {
    if (auto queue = os::make_event_queue()) queue_ = std::move(*queue);
    if (auto stop = os::make_event()) stop_ = std::move(*stop);
    (void)os::watch_always(queue_.get(), stop_.get(), kStop);
    thread_ = os::start_thread({.name = "device.output"}, [this] { run(); });
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() {
    os::raise_event(stop_.get());
    thread_.join();
    for (auto& [token, source] : sources_) {
      drain(*source);
      finish(*source);
    }
  }

  Result<os::UniqueFd, os::SystemError> add(const std::string& name, Stream stream) {
    auto pipe = os::make_pipe();
    if (!pipe) return unexpected{pipe.error()};
    const int reading = pipe->reading.get();
    const std::scoped_lock lock{mutex_};
    const auto token = next_token_++;
    sources_[token] = std::make_unique<Source>(Source{name, stream, std::move(pipe->reading)});
    if (const auto watched = os::watch_always(queue_.get(), reading, token); !watched) {
      sources_.erase(token);
      return unexpected{watched.error()};
    }
    return std::move(pipe->writing);
  }

 private:
  void run() {
    for (;;) {
      const auto token = os::next_event(queue_.get());
      if (!token || *token == kStop) return;
      if (auto* const source = find(*token); drain(*source)) end(*token, *source);
    }
  }

  Source* find(std::uint64_t token) {
    const std::scoped_lock lock{mutex_};
    return sources_.at(token).get();
  }

  // True at the end of the stream. Reads what is there, once: others wait for their turn.
  bool drain(Source& source) {
    std::array<std::byte, std::size_t{64} * 1024> piece;
    const auto size = os::read_some(source.pipe.get(), piece);
    if (!size) return !os::is_would_block(size.error());
    source.lines.add(as_text(Bytes{piece}.first(*size)), to(source));
    return *size == 0;
  }

  void finish(Source& source) { source.lines.finish(to(source)); }

  void end(std::uint64_t token, Source& source) {
    finish(source);
    os::unwatch(queue_.get(), source.pipe.get());
    const std::scoped_lock lock{mutex_};
    sources_.erase(token);
  }

  std::function<void(std::string_view)> to(const Source& source) {
    return [this, &source](std::string_view line) { on_line_(source.name, source.stream, line); };
  }

  OnLine on_line_;
  os::UniqueFd queue_, stop_;
  os::Mutex mutex_;  // of the map; a source is the loop's once it is in
  std::map<std::uint64_t, std::unique_ptr<Source>> sources_;
  std::uint64_t next_token_ = kStop + 1;
  os::Thread thread_;
};

OutputReader::OutputReader(OnLine on_line) : loop_(std::make_unique<Loop>(std::move(on_line))) {}
OutputReader::~OutputReader() = default;

Result<OutputEnds, os::SystemError> OutputReader::add(const std::string& name) {
  auto output = loop_->add(name, Stream::output);
  if (!output) return unexpected{output.error()};
  auto error = loop_->add(name, Stream::error);
  if (!error) return unexpected{error.error()};
  return OutputEnds{std::move(*output), std::move(*error)};
}

}  // namespace orbweaver::device
