// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/output_reader.hpp>

#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/crash_text.hpp>
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
#include <vector>

#include "last_lines.hpp"
#include "line_splitter.hpp"

namespace orbweaver::device {

namespace {

constexpr std::uint64_t kStop = 0, kAsked = 1;
/// The most pieces that are read from a pipe after its program ended: other programs may still
/// write to it.
constexpr int kPiecesOfAPipe = 2;
/// The most programs whose last line is kept. A line that is never asked for makes room for newer
/// ones, such as one of a child that prints after its program's end was reported.
constexpr std::size_t kMostLastErrors = 1024, kMostLastErrorBytes = 200, kMostCrashBytes = 1000;

// One of the two streams of a program.
struct ProgramStream {
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
    if (auto asked = os::make_event()) asked_ = std::move(*asked);
    (void)os::watch_always(queue_.get(), stop_.get(), kStop);
    (void)os::watch_once(queue_.get(), asked_.get(), kAsked);
    os::raise_event(asked_.get());  // the event stays raised: each further watch reports it
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
    sources_[token] =
        std::make_unique<ProgramStream>(ProgramStream{name, stream, std::move(pipe->reading)});
    if (const auto watched = os::watch_always(queue_.get(), reading, token); !watched) {
      sources_.erase(token);
      return unexpected{watched.error()};
    }
    return std::move(pipe->writing);
  }

  std::string take_last_error(const std::string& name, const Deadline& deadline) {
    std::unique_lock lock{mutex_};
    const auto number = ++last_question_;
    questions_.emplace(number, name);
    (void)os::watch_once(queue_.get(), asked_.get(), kAsked);
    const auto is_answered = [&] { return !questions_.contains(number); };
    if (deadline.is_never())
      answered_.wait(lock, is_answered);
    else
      (void)answered_.wait_until(lock, deadline.moment(), is_answered);
    questions_.erase(number);
    return last_errors_.take(name);
  }

 private:
  void run() {
    for (;;) {
      const auto token = os::next_event(queue_.get());
      if (!token || *token == kStop) return;
      if (*token == kAsked)
        answer();
      else if (auto* const source = find(*token); drain(*source))
        end(*token, *source);
    }
  }

  void answer() {
    std::map<std::uint64_t, std::string> questions;
    {
      const std::scoped_lock lock{mutex_};
      questions = questions_;
    }
    for (const auto& [number, name] : questions) {
      read_all_of(name);
      const std::scoped_lock lock{mutex_};
      questions_.erase(number);
      answered_.notify_all();
    }
  }

  void read_all_of(const std::string& name) {
    std::vector<std::uint64_t> tokens;
    {
      const std::scoped_lock lock{mutex_};
      for (const auto& [token, source] : sources_)
        if (source->name == name) tokens.push_back(token);
    }
    for (const auto token : tokens) {
      auto& source = *find(token);
      bool is_over = false;
      for (int i = 0; i < kPiecesOfAPipe && !is_over; ++i) is_over = drain(source);
      if (source.stream == Stream::error && !source.lines.rest().empty())
        note_error(name, source.lines.rest());
      if (is_over) end(token, source);
    }
  }

  void note_error(const std::string& name, std::string_view line) {
    const std::scoped_lock lock{mutex_};
    last_errors_.note(name, line.substr(0, kMostLastErrorBytes));
  }

  ProgramStream* find(std::uint64_t token) {
    const std::scoped_lock lock{mutex_};
    return sources_.at(token).get();
  }

  // Reads once what has arrived, as other programs wait. Returns true at the end of the stream.
  bool drain(ProgramStream& source) {
    std::array<std::byte, std::size_t{64} * 1024> piece;
    const auto size = os::read_some(source.pipe.get(), piece);
    if (!size) return !os::is_would_block(size.error());
    source.lines.add(as_text(Bytes{piece}.first(*size)), to(source));
    return *size == 0;
  }

  void finish(ProgramStream& source) { source.lines.finish(to(source)); }

  void end(std::uint64_t token, ProgramStream& source) {
    finish(source);
    os::unwatch(queue_.get(), source.pipe.get());
    const std::scoped_lock lock{mutex_};
    sources_.erase(token);
  }

  std::function<void(std::string_view)> to(const ProgramStream& source) {
    return [this, &source](std::string_view line) {
      if (source.stream == Stream::error && os::is_crash_line(line))
        return take_crash(source, os::readable_crash(line));
      if (source.stream == Stream::error) note_error(source.name, line);
      on_line_(source.name, source.stream, line);
    };
  }

  /// Keeps the last words of a program that crashes, which may be longer than other last lines.
  void take_crash(const ProgramStream& source, const std::string& words) {
    {
      const std::scoped_lock lock{mutex_};
      last_errors_.note(source.name, std::string_view{words}.substr(0, kMostCrashBytes));
    }
    on_line_(source.name, source.stream, words);
  }

  OnLine on_line_;
  os::UniqueFd queue_, stop_, asked_;
  os::Mutex mutex_;  // guards the maps; a source belongs to the loop once it is in
  os::ConditionVariable answered_;
  std::map<std::uint64_t, std::unique_ptr<ProgramStream>> sources_;
  LastLines last_errors_{kMostLastErrors};
  std::map<std::uint64_t, std::string> questions_;  // names of programs
  std::uint64_t next_token_ = kAsked + 1, last_question_ = 0;
  os::Thread thread_;
};

OutputReader::OutputReader(OnLine on_line) : loop_(std::make_unique<Loop>(std::move(on_line))) {}
OutputReader::~OutputReader() = default;

std::string OutputReader::take_last_error(const std::string& name, const Deadline& deadline) {
  return loop_->take_last_error(name, deadline);
}

Result<OutputEnds, os::SystemError> OutputReader::add(const std::string& name) {
  auto output = loop_->add(name, Stream::output);
  if (!output) return unexpected{output.error()};
  auto error = loop_->add(name, Stream::error);
  if (!error) return unexpected{error.error()};
  return OutputEnds{std::move(*output), std::move(*error)};
}

}  // namespace orbweaver::device
