// SPDX-License-Identifier: Apache-2.0
// A stage of the pipeline: takes packets, works on each, hands it on, and reports when all have
// passed.
#pragma once
#include <pipeline/dictionary_work.hpp>
#include <pipeline/packet_trace.hpp>
#include <thread>
#include <vector>

#include "end_of_life.hpp"
#include "next_sink.hpp"
#include "packet_queue.hpp"
#include "packet_window.hpp"
#include "pipeline.hh"
#include "stage_options.hpp"
#include "stage_statistics.hpp"

namespace peer {

class StageServant : public POA_Lab::PacketSink {
 public:
  StageServant(const StageOptions& options, NextSink& next, EndOfLife& end);

  void send_packet(const Lab::PacketHeader& header, const Lab::Samples& values) override;
  void push_packet(const Lab::PacketHeader& header, const Lab::Samples& values) override;
  void end_of_stream(CORBA::ULong packets) override;

  /// Works off what is queued. Call it when no request comes any more.
  void finish();

 private:
  void accept(const Lab::PacketHeader& header, const Lab::Samples& values);
  void process(const Lab::PacketHeader& header, const Lab::Samples& values);
  void work_off_queue();
  void process_in_parallel();
  void hand_on_in_order();
  void work_on(std::uint32_t number, const Lab::Samples& values);
  void hand_on(const Lab::PacketHeader& header, const Lab::Samples& values);
  void report();

  const StageOptions& options_;
  NextSink& next_;
  EndOfLife& end_;
  StageStatistics statistics_;
  lab_pipeline::PacketTrace trace_;
  lab_pipeline::WorkMeter varied_;
  PacketQueue queue_;
  PacketWindow window_;
  std::vector<std::thread> threads_;
};

}  // namespace peer
